; ERROR: 2:17: vector expected
@g = global i32 splat (i32 1)
