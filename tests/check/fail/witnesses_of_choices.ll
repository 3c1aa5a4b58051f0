; RUN: tollgate check %s
; Near misses of what shows nothing: constants that differ, null, a slot in address space 0, lanes
; that keep their promise.

@a = private unnamed_addr constant i32 1
@n = constant i32 2

define i1 @src1() {
  %c = icmp eq ptr @a, null
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}

define ptr @src2() {
  ret ptr @a
}
define ptr @tgt2() {
  ret ptr @n
}

define i1 @src3() {
  %s = alloca i32
  %c = icmp eq ptr %s, null
  ret i1 %c
}
define i1 @tgt3() {
  ret i1 true
}

define i32 @src4(<2 x i32> range(i32 0, 10) %v) {
  %e = extractelement <2 x i32> %v, i32 0
  ret i32 %e
}
define i32 @tgt4(<2 x i32> range(i32 0, 10) %v) {
  %e = extractelement <2 x i32> %v, i32 1
  ret i32 %e
}
