; RUN: tollgate check %s
; Addresses that are significant are different, and contents tell objects apart whose addresses are not. (§6.2)
@a = constant [4 x i8] c"abc\00"
@b = private unnamed_addr constant [4 x i8] c"abc\00"
@pa = constant [1 x ptr] [ptr @a]
@named = internal global [4 x i8] c"abc\00"
@other = global [4 x i8] c"abc\00"
declare i32 @memcmp(ptr, ptr, i64)

define i1 @src1() {
  %x = load i64, ptr @pa
  %y = ptrtoint ptr @other to i64
  %c = icmp eq i64 %x, %y
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}

define i1 @src2() {
  %x = icmp eq ptr @named, @other
  ret i1 %x
}
define i1 @tgt2() {
  ret i1 true
}

define i8 @src3() {
  %q = getelementptr i8, ptr @b, i64 1
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt3() {
  %v = load i8, ptr @b
  ret i8 %v
}

; An own object is none of them.
define i1 @src4() {
  %p = alloca i32
  %c = icmp eq ptr %p, @b
  ret i1 %c
}
define i1 @tgt4() {
  ret i1 true
}
