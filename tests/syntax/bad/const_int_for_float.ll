; ERROR: 2:19: type mismatch
@g = global float 1
