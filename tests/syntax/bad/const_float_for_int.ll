; ERROR: 2:17: type mismatch
@g = global i32 1.5
