; ERROR: 3:17: invalid cast
@h = global i8 0
@g = global i64 trunc (i32 1 to i64)
