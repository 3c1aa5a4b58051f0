; ERROR: 2:17: alias of a non-global
@a = alias i32, i32 7
