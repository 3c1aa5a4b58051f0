; ERROR: 2:20: unknown clause
@g = global i32 1, colour "red"
