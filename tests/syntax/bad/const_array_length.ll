; ERROR: 2:22: wrong length
@g = global [3 x i8] [i8 1, i8 2]
