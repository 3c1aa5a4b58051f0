; ERROR: 3:1: top-level entity expected
@g = global i32 1
add i32 1, 2
