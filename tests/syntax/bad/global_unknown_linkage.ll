; ERROR: 2:6: global or constant expected
@g = sometimes global i32 1
