; ERROR: 2:22: } expected
%t = type { i32, i64 @g = global i32 1
