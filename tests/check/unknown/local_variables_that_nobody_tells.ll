; RUN: tollgate check %s
; What a local variable holds at return matters if a function of the module can tell it. None of these can. None is `invalid`. (§11b.1)
@pair = internal global { i32, i32 } zeroinitializer
define i32 @reads_first() {
  %v = load i32, ptr @pair
  ret i32 %v
}
; Nobody reads the second part.
define void @src1(i32 noundef %x) {
  %q = getelementptr i8, ptr @pair, i64 4
  store i32 %x, ptr %q
  ret void
}
define void @tgt1(i32 noundef %x) {
  ret void
}
; The only reader writes it back.
@count = internal global i64 0
define void @counts() {
  %v = load i64, ptr @count
  %w = add i64 %v, 1
  store i64 %w, ptr @count
  ret void
}
define void @src2(i64 noundef %x) {
  store i64 %x, ptr @count
  ret void
}
define void @tgt2(i64 noundef %x) {
  ret void
}
; Every reader has written it before.
@last = internal global i32 0
define i32 @writes_first(i32 %x) {
  store i32 %x, ptr @last
  %v = load i32, ptr @last
  ret i32 %v
}
define void @src3() {
  store i32 7, ptr @last
  ret void
}
define void @tgt3() {
  ret void
}
; Its address is given to a call that promises neither to look at it nor to keep it, and the call may unwind.
@passed = internal global i32 0
declare void @take(ptr)
define void @src4() {
  store i32 7, ptr @passed
  call void @take(ptr nocapture readnone @passed)
  store i32 0, ptr @passed
  ret void
}
define void @tgt4() {
  call void @take(ptr nocapture readnone @passed)
  store i32 0, ptr @passed
  ret void
}
; The reader is one that nobody calls.
@unused = internal global i32 0
define internal i32 @reads_unused() {
  %v = load i32, ptr @unused
  ret i32 %v
}
define void @src5() {
  store i32 7, ptr @unused
  ret void
}
define void @tgt5() {
  ret void
}
