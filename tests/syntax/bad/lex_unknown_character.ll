; ERROR: 2:17: unexpected character
@g = global i32 `1
