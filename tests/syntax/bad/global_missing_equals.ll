; ERROR: 2:4: = expected
@g global i32 1
