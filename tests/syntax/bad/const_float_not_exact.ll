; ERROR: 2:19: not exact
@g = global float 0.1
