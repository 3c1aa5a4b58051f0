; ERROR: 3:1: redefinition
@g = global i32 1
@g = global i32 2
