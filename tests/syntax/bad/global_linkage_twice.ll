; ERROR: 2:15: global or constant expected
@g = internal private global i32 1
