; ERROR: 2:17: invalid parameter type
declare void @f(void)
