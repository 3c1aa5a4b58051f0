; ERROR: 2:19: not exact
@g = global float 0x3FB999999999999A
