; ERROR: 5:22: already in order
@g = global i32 0
@a = global ptr @g
@b = global ptr @g
uselistorder ptr @g, { 0, 1 }
