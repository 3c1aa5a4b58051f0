; RUN: tollgate check %s %s.after
; Constants merged as constmerge does: the one that stays loses `unnamed_addr`, and stands for both.
; And a local constant under another name. (§6.2)

@k1 = private unnamed_addr constant [4 x i8] c"abc\00"
@n1 = private constant [4 x i8] c"abc\00"
@old = private constant [4 x i8] c"xyz\00"
@place = global ptr null

declare i32 @knows(ptr)
declare i32 @depends(ptr) memory(none) nounwind willreturn

define i32 @passes() {
  %r = call i32 @knows(ptr @n1)
  ret i32 %r
}

define ptr @returns() {
  ret ptr @n1
}

define void @stores() {
  store ptr @n1, ptr @place
  ret void
}

define i32 @asks() {
  %r = call i32 @depends(ptr @n1)
  ret i32 %r
}

define i1 @compares() {
  %c = icmp eq ptr @n1, @k1
  ret i1 %c
}

define i32 @passes_renamed() {
  %r = call i32 @knows(ptr @old)
  ret i32 %r
}

define ptr @returns_renamed() {
  ret ptr @old
}

define i32 @asks_renamed() {
  %r = call i32 @depends(ptr @old)
  ret i32 %r
}
