; ERROR: 5:1: wrong number of indexes
@g = global i32 0
@a = global ptr @g
@b = global ptr @g
uselistorder ptr @g, { 2, 1, 0 }
