; ERROR: 2:17: null for a non-pointer
@g = global i32 null
