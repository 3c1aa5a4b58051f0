; RUN: tollgate check %s
; Wrong pairs, each close to a right one about pointers that calls return: all are `invalid`.
declare dereferenceable(100) ptr @large() memory(none) nounwind willreturn
declare dereferenceable(100) ptr @other_large() memory(none) nounwind willreturn
declare nonnull dereferenceable(200) ptr @large_of(i32) memory(none) nounwind willreturn
declare dereferenceable(100) ptr @new_large() nounwind
declare ptr @finds() memory(read) nounwind willreturn
declare i32 @reads() memory(read) nounwind willreturn
declare void @keeps(ptr)
declare void @any() nounwind

; Different functions, and calls with different arguments, may return different objects.
define i1 @src1() {
  %a = call ptr @large()
  %b = call ptr @other_large()
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}
define i8 @src2(i32 noundef %x, i32 noundef %y) {
  %a = call ptr @large_of(i32 %y)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt2(i32 noundef %x, i32 noundef %y) {
  %a = call ptr @large_of(i32 %x)
  %v = load i8, ptr %a
  ret i8 %v
}
; Calls that are observed are not equal.
define i1 @src3() {
  %a = call ptr @new_large()
  %b = call ptr @new_large()
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt3() {
  %a = call ptr @new_large()
  %b = call ptr @new_large()
  ret i1 true
}
; An object of the outside is written by every call.
define i8 @src4() {
  %a = call ptr @large()
  call void @any()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt4() {
  %a = call ptr @large()
  %v = load i8, ptr %a
  call void @any()
  ret i8 %v
}
; What the program writes there, others read.
define i32 @src5() {
  %a = call ptr @large()
  store i8 1, ptr %a
  %r = call i32 @reads()
  store i8 2, ptr %a
  ret i32 %r
}
define i32 @tgt5() {
  %a = call ptr @large()
  %r = call i32 @reads()
  store i8 2, ptr %a
  ret i32 %r
}
; A call that reads memory finds what others have kept there.
define i1 @src6() {
  %s = alloca i32
  store i32 0, ptr %s
  %p = call ptr @finds()
  call void @keeps(ptr %s)
  %q = call ptr @finds()
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt6() {
  %s = alloca i32
  store i32 0, ptr %s
  call void @keeps(ptr %s)
  ret i1 true
}
; What was asked for has so much room and no more.
define i8 @src7() {
  %a = call ptr @large()
  %p = getelementptr i8, ptr %a, i64 99
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt7() {
  %a = call ptr @large()
  %p = getelementptr i8, ptr %a, i64 100
  %v = load i8, ptr %p
  ret i8 %v
}
