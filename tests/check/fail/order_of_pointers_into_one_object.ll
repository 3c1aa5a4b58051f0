; RUN: tollgate check %s
; Equality, and the unsigned order of pointers that stay in their object or point one past its end, are the same
; wherever it lies. (§9.1)
define i1 @src1() {
  %a = alloca [4 x i8]
  %b = getelementptr i8, ptr %a, i64 4
  %c = icmp ult ptr %b, %a
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}

define i1 @src2() {
  %a = alloca i32
  %b = getelementptr i8, ptr %a, i64 -4611686018427387904
  %c = icmp eq ptr %b, %a
  ret i1 %c
}
define i1 @tgt2() {
  ret i1 true
}

define i1 @src3() {
  %a = alloca i32
  %b = getelementptr i8, ptr %a, i64 0
  %c = icmp sle ptr %b, %a
  ret i1 %c
}
define i1 @tgt3() {
  ret i1 false
}
