; RUN: tollgate check %s
; How much `printf` has printed is known, or not used (`unknown/made_up_counts.ll`). (§11b.2)

@d = private constant [4 x i8] c"%d\0A\00"
@padded = private constant [4 x i8] c"%5s\00"
@abc = private constant [4 x i8] c"abc\00"

declare i32 @printf(ptr, ...)
declare i32 @vprintf(ptr, ptr)

define i32 @src1() {
  %r = call i32 (ptr, ...) @printf(ptr @padded, ptr @abc)
  ret i32 0
}

define i32 @tgt1() {
  %r = call i32 (ptr, ...) @printf(ptr @padded, ptr @abc)
  %c = icmp sgt i32 %r, 4
  %z = zext i1 %c to i32
  ret i32 %z
}

define i32 @src2() {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 -12)
  ret i32 %r
}

define i32 @tgt2() {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 -12)
  %s = add i32 %r, 1
  ret i32 %s
}

define i32 @src3(ptr %list) {
  %r = call i32 @vprintf(ptr @d, ptr %list)
  ret i32 0
}

define i32 @tgt3(ptr %list) {
  %r = call i32 @vprintf(ptr @d, ptr %list)
  ret i32 1
}
