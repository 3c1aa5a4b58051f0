; RUN: tollgate check %s
; Which of two pointers that leave their object is less depends on where it lies, and so does whether an address wraps
; around. Where it lies is a choice: none of this is `invalid`. (§1.2, §9.1)
declare ptr @malloc(i64)

define i1 @src1() {
  %a = alloca i32
  %b = getelementptr i8, ptr %a, i64 -4611686018427387904
  %c = icmp ult ptr %b, %a
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}

define i1 @src2(i64 %x) {
  %a = alloca i32
  %b = getelementptr i8, ptr %a, i64 %x
  %c = icmp ult ptr %b, %a
  ret i1 %c
}
define i1 @tgt2(i64 %x) {
  %c = icmp slt i64 %x, 0
  ret i1 %c
}

; An object may lie where the sign changes.
define i1 @src3() {
  %a = alloca [8 x i8]
  %b = getelementptr inbounds i8, ptr %a, i64 4
  %c = icmp slt ptr %b, %a
  ret i1 %c
}
define i1 @tgt3() {
  ret i1 true
}

define i1 @src4() {
  %p = call ptr @malloc(i64 8)
  %b = getelementptr i8, ptr %p, i64 -8
  %c = icmp ugt ptr %b, %p
  ret i1 %c
}
define i1 @tgt4() {
  %p = call ptr @malloc(i64 8)
  ret i1 true
}

define i64 @src5(i64 %x) {
  %a = alloca i32
  %b = getelementptr nuw i8, ptr %a, i64 4611686018427387904
  %c = icmp eq ptr %b, %a
  %r = select i1 %c, i64 1, i64 %x
  ret i64 %r
}
define i64 @tgt5(i64 %x) {
  ret i64 7
}
