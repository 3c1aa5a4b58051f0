; RUN: tollgate check %s
; What `printf` returns is what it has printed, or a negative number. Where that is not known, a run
; of the target that uses it shows nothing. (§11b.2)

@d = private constant [4 x i8] c"%d\0A\00"
@float = private constant [5 x i8] c"%.1f\00"
@percent = private constant [3 x i8] c"%%\00"
@padded = private constant [4 x i8] c"%5s\00"
@abc = private constant [4 x i8] c"abc\00"

declare i32 @printf(ptr, ...)
declare i32 @vprintf(ptr, ptr)
declare void @llvm.assume(i1)

define i32 @src1(i32 %x) {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 %x)
  ret i32 0
}

define i32 @tgt1(i32 %x) {
  %r = call i32 (ptr, ...) @printf(ptr @d, i32 %x)
  %c = icmp slt i32 %r, 13
  call void @llvm.assume(i1 %c)
  ret i32 0
}

define i32 @src2() {
  %r = call i32 (ptr, ...) @printf(ptr @percent)
  ret i32 0
}

define i32 @tgt2() {
  %r = call i32 (ptr, ...) @printf(ptr @percent)
  %c = icmp sgt i32 %r, 1
  %z = select i1 %c, i32 5, i32 0
  ret i32 %z
}

define i32 @src3() {
  %r = call i32 (ptr, ...) @printf(ptr @padded, ptr @abc)
  ret i32 0
}

define i32 @tgt3() {
  %r = call i32 (ptr, ...) @printf(ptr @padded, ptr @abc)
  %c = icmp sgt i32 %r, 5
  %z = zext i1 %c to i32
  ret i32 %z
}

define i32 @src4(ptr %list) {
  %r = call i32 @vprintf(ptr @d, ptr %list)
  ret i32 0
}

define i32 @tgt4(ptr %list) {
  %r = call i32 @vprintf(ptr @d, ptr %list)
  %c = icmp sgt i32 %r, 12
  %z = zext i1 %c to i32
  ret i32 %z
}

define i32 @src5() {
  %r = call i32 (ptr, ...) @printf(ptr @float, double 0.25)
  ret i32 0
}

define i32 @tgt5() {
  %r = call i32 (ptr, ...) @printf(ptr @float, double 0.25)
  %c = icmp sgt i32 %r, 3
  %z = zext i1 %c to i32
  ret i32 %z
}
