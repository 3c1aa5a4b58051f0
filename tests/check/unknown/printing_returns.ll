; RUN: tollgate check %s
; What prints returns a number (§11b).

declare i32 @putchar(i32)
declare i32 @printf(ptr, ...)
@s = constant [2 x i8] c"a\00"

define i32 @src1() {
 %r = call i32 @putchar(i32 65)
 ret i32 0
}

define i32 @tgt1() {
 %r = call i32 @putchar(i32 65)
 %c = icmp eq i32 %r, 3
 br i1 %c, label %a, label %b
a:
 ret i32 0
b:
 ret i32 0
}

define i32 @src3() {
 %r = call i32 (ptr, ...) @printf(ptr @s)
 ret i32 %r
}

define noundef i32 @tgt3() {
 %r = call i32 (ptr, ...) @printf(ptr @s)
 ret i32 %r
}

define i32 @src4() {
 %r = call i32 @putchar(i32 65)
 ret i32 %r
}

define i32 @tgt4() {
 %r = call i32 @putchar(i32 65)
 %c = icmp eq i32 %r, 3
 br i1 %c, label %a, label %b
a:
 ret i32 3
b:
 ret i32 %r
}
