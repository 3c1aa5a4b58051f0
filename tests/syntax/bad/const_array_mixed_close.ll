; ERROR: 2:33: ] expected
@g = global [2 x i8] [i8 1, i8 2}
