; ERROR: 2:26: initialiser not expected
@g = external global i32 1
