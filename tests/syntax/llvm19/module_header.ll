; Module header: source name, data layout, triple. They come before all else; said twice, the last one counts.
source_filename = "dir with space/odd \22name\22 \C3\A9.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

target triple = "x86_64-pc-linux-gnu"
source_filename = "plain.c"

; Once a global, type or other entity has been read, `target` is refused.
@first = global i32 1
