; RUN: tollgate check %s %s.after
; Near misses: a constructor that only reads the variable, or writes another one. (§11b.1)
@read = internal global i32 3
@other = internal global i32 4
@written = internal global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]

define internal void @constructor() {
  %p = getelementptr i8, ptr @read, i64 0
  %v = load i32, ptr %p
  store i32 %v, ptr @written
  ret void
}
define i32 @reads_read() {
  %v = load i32, ptr @read
  ret i32 %v
}
define i32 @reads_other() {
  %v = load i32, ptr @other
  ret i32 %v
}
define i32 @reads_nothing() {
  ret i32 0
}
