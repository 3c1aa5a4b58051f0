; ERROR: 3:1: too late
@g = global i32 1
target triple = "x86_64-unknown-linux-gnu"
