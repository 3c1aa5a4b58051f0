; RUN: tollgate check %s %s.after
; Variables and functions without a name are known by their places in a text, and in another text by others: what nobody uses is gone there. None is `invalid`.
@0 = private global i32 1
@1 = private global i32 1
@2 = private global i32 1

declare void @take(ptr)
declare i32 @pure(ptr) nounwind willreturn memory(none)

define private void @3() {
  ret void
}
define private void @4() {
  store i32 0, ptr @2
  ret void
}
define private void @5() {
  store i32 1, ptr @2
  ret void
}

define ptr @gives() {
  ret ptr @1
}
define void @writes(i32 %x) {
  store i32 %x, ptr @1
  ret void
}
define void @passes() {
  call void @take(ptr @2)
  ret void
}
define i32 @asks() {
  %r = call i32 @pure(ptr @1)
  ret i32 %r
}
define ptr @gives_function(i1 noundef %c) {
  %f = select i1 %c, ptr @4, ptr @5
  ret ptr %f
}
