; ERROR: 2:1: NUL in a name
@"a\00b" = global i32 1
