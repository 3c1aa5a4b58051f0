; RUN: tollgate check %s
; Right pairs: a call that nobody observes is a function of its arguments and of the memory that it
; reads, also if it returns a pointer. Equal calls return the same one, and a call that is left out
; or moved changes neither what others return nor what they see. None is `invalid`. (§7.1)
declare dereferenceable(100) ptr @large() memory(none) nounwind willreturn
declare dereferenceable(100) ptr @other_large() memory(none) nounwind willreturn
declare dereferenceable_or_null(200) ptr @large_of(i32) memory(none) nounwind willreturn
declare align 64 ptr @aligned(ptr) memory(read) nounwind willreturn
declare { ptr, ptr } @two(i32) memory(none) nounwind willreturn
declare nonnull ptr @small(i32) memory(none) nounwind willreturn
declare nonnull ptr @ordered() nounwind
declare i32 @reads() memory(read) nounwind willreturn
declare i32 @sees() memory(read, inaccessiblemem: none) nounwind willreturn
declare ptr @finds() memory(read, inaccessiblemem: none) nounwind willreturn
declare void @keeps(ptr)
declare void @hides(ptr) memory(inaccessiblemem: readwrite) nounwind willreturn
declare void @any() nounwind
declare void @may_throw()

; Equal calls return the same object, however large it is.
define i1 @src1(i32 noundef %x) {
  %a = call ptr @large_of(i32 %x)
  %b = call ptr @large_of(i32 %x)
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt1(i32 noundef %x) {
  ret i1 true
}
define i1 @src2(ptr %p) {
  %a = call ptr @aligned(ptr %p)
  %b = call ptr @aligned(ptr %p)
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt2(ptr %p) {
  ret i1 true
}
; One that is not used goes: what the next one returns stays the same, where it lies and what it
; holds.
define i8 @src3() {
  %a = call ptr @large()
  %b = call ptr @other_large()
  %v = load i8, ptr %b
  ret i8 %v
}
define i8 @tgt3() {
  %b = call ptr @other_large()
  %v = load i8, ptr %b
  ret i8 %v
}
define i64 @src4() {
  %a = call ptr @large()
  %b = call ptr @other_large()
  %v = ptrtoint ptr %b to i64
  ret i64 %v
}
define i64 @tgt4() {
  %b = call ptr @other_large()
  %v = ptrtoint ptr %b to i64
  ret i64 %v
}
define ptr @src5() {
  %a = call ptr @large()
  %b = call ptr @ordered()
  ret ptr %b
}
define ptr @tgt5() {
  %b = call ptr @ordered()
  ret ptr %b
}
; Its object was there before: an earlier call may have written to it, whoever asked first.
define i8 @src6() {
  %a = call ptr @large()
  call void @any()
  call void @any()
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt6() {
  call void @any()
  call void @any()
  %a = call ptr @large()
  %v = load i8, ptr %a
  ret i8 %v
}
; Whoever reads all memory does not see that somebody has asked for an object.
define i32 @src7() {
  %a = call ptr @large()
  %r = call i32 @reads()
  ret i32 %r
}
define i32 @tgt7() {
  %r = call i32 @reads()
  ret i32 %r
}
define i32 @src8() {
  %a = call ptr @small(i32 1)
  %r = call i32 @reads()
  ret i32 %r
}
define i32 @tgt8() {
  %r = call i32 @reads()
  ret i32 %r
}
; What others have captured meanwhile does not matter to a call that reads nothing.
define i1 @src9(i32 noundef %x) {
  %s = alloca i32
  store i32 0, ptr %s
  %p = call ptr @small(i32 %x)
  call void @keeps(ptr %s)
  %q = call ptr @small(i32 %x)
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt9(i32 noundef %x) {
  %s = alloca i32
  store i32 0, ptr %s
  call void @keeps(ptr %s)
  ret i1 true
}
define i1 @src10(i32 noundef %x) {
  %s = alloca i32
  store i32 0, ptr %s
  %p = call { ptr, ptr } @two(i32 %x)
  call void @keeps(ptr %s)
  %q = call { ptr, ptr } @two(i32 %x)
  %a = extractvalue { ptr, ptr } %p, 1
  %b = extractvalue { ptr, ptr } %q, 1
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt10(i32 noundef %x) {
  %s = alloca i32
  store i32 0, ptr %s
  call void @keeps(ptr %s)
  ret i1 true
}
; What is kept where no program can see it, nobody finds who does not look there.
define i32 @src11() {
  %s = alloca i32
  store i32 0, ptr %s
  %a = call i32 @sees()
  call void @hides(ptr %s)
  %b = call i32 @sees()
  %d = sub i32 %a, %b
  ret i32 %d
}
define i32 @tgt11() {
  %s = alloca i32
  store i32 0, ptr %s
  call void @hides(ptr %s)
  ret i32 0
}
define i1 @src12() {
  %s = alloca i32
  store i32 0, ptr %s
  %a = call ptr @finds()
  call void @hides(ptr %s)
  %b = call ptr @finds()
  %c = icmp eq ptr %a, %b
  ret i1 %c
}
define i1 @tgt12() {
  %s = alloca i32
  store i32 0, ptr %s
  call void @hides(ptr %s)
  ret i1 true
}
; What is thrown is the same exception, whatever was asked for before.
define void @src13() {
  %a = call ptr @large()
  %b = call ptr @small(i32 0)
  call void @may_throw()
  ret void
}
define void @tgt13() {
  call void @may_throw()
  ret void
}
