; ERROR: 2:16: initialiser expected
@g = global i32, align 4
