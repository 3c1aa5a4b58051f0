; ERROR: 2:26: alignment too large
@g = global i32 1, align 8589934592
