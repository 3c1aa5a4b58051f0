; ERROR: 2:1: unterminated name
@"no end = global i32 1
