; ERROR: 2:17: local value
@g = global i32 %x
