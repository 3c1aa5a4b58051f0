; ERROR: 3:1: number too small
@5 = global i32 1
@3 = global i32 2
