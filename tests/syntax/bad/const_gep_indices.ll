; ERROR: 3:44: invalid indices
@h = global { i8, i8 } zeroinitializer
@g = global ptr getelementptr ({ i8, i8 }, ptr @h, i64 0, i32 5)
