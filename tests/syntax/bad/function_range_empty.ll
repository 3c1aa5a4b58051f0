; ERROR: 2:27: empty range
declare void @f(i32 range(i32 5, 5))
