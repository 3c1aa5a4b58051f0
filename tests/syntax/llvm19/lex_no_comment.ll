@g = global i32 1
