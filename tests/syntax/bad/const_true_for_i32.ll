; ERROR: 2:17: boolean for i32
@g = global i32 true
