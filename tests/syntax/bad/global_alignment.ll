; ERROR: 2:26: power of two
@g = global i32 1, align 3
