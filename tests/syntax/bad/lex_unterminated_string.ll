; ERROR: 2:24: unterminated string
@g = constant [3 x i8] c"abc

@h = global i32 1
