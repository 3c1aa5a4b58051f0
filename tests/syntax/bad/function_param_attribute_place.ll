; ERROR: 2:21: not a parameter attribute
declare void @f(i32 nounwind)
