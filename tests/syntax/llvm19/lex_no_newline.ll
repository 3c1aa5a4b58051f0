; A file whose last line is code without a line feed.
@g = global i32 1
@h = global ptr @g