; ERROR: 2:26: ( expected
declare void @f(ptr byval)
