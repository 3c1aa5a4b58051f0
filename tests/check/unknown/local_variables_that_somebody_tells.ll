; RUN: tollgate check %s
; A function that can be called from outside tells what the variable holds, so these are wrong. It is not shown: only where the outside knows the variable (src6, src7) is a difference evidence. (§11b.1)
@pair = internal global { i32, i32 } zeroinitializer
define i32 @reads_second() {
  %v = load i32, ptr getelementptr (i8, ptr @pair, i64 4)
  ret i32 %v
}
define void @src1(i32 noundef %x) {
  %q = getelementptr i8, ptr @pair, i64 4
  store i32 %x, ptr %q
  ret void
}
define void @tgt1(i32 noundef %x) {
  ret void
}
; It depends on the argument whether it has written before.
@last = internal global i32 0
define i32 @may_write_first(i32 noundef %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %now, label %later
now:
  store i32 %x, ptr @last
  br label %later
later:
  %v = load i32, ptr @last
  ret i32 %v
}
define void @src2() {
  store i32 7, ptr @last
  ret void
}
define void @tgt2() {
  ret void
}
; To an argument.
@copied = internal global i32 0
define void @copies(ptr %p) {
  %v = load i32, ptr @copied
  store i32 %v, ptr %p
  ret void
}
define void @src3() {
  store i32 7, ptr @copied
  ret void
}
define void @tgt3() {
  ret void
}
; The function itself, when it is called again.
@next = internal global i32 0
define i32 @src4() {
  %v = load i32, ptr @next
  %w = add i32 %v, 1
  store i32 %w, ptr @next
  ret i32 %v
}
define i32 @tgt4() {
  %v = load i32, ptr @next
  %w = add i32 %v, 2
  store i32 %w, ptr @next
  ret i32 %v
}
; One that is called by another, and through a table.
@deep = internal global i32 0
@table = internal constant [1 x ptr] [ptr @deep]
define internal i32 @reads_deep() noinline {
  %p = load ptr, ptr @table
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @calls_reader() {
  %v = call i32 @reads_deep()
  ret i32 %v
}
define void @src5() {
  store i32 7, ptr @deep
  ret void
}
define void @tgt5() {
  ret void
}
; The caller is told where it is.
@given = internal global i32 0
define ptr @src6() {
  store i32 7, ptr @given
  ret ptr @given
}
define ptr @tgt6() {
  ret ptr @given
}
; The outside was told.
@known = internal global i32 0
declare void @keep(ptr)
define void @src7() {
  call void @keep(ptr @known)
  store i32 7, ptr @known
  ret void
}
define void @tgt7() {
  call void @keep(ptr @known)
  store i32 8, ptr @known
  ret void
}
; By an observation, not by a result.
@shown = internal global i32 0
declare void @see(i32)
define void @shows() {
  %v = load i32, ptr @shown
  call void @see(i32 %v)
  ret void
}
define void @src8(i32 noundef %x) {
  store i32 %x, ptr @shown
  ret void
}
define void @tgt8(i32 noundef %x) {
  ret void
}
