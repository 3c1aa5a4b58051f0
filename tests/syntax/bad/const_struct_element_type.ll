; ERROR: 2:32: element type mismatch
@g = global { i8, i8 } { i8 1, i32 2 }
