; ERROR: 2:29: element type mismatch
@g = global [2 x i8] [i8 1, i16 2]
