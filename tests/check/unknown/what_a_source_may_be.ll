; RUN: tollgate check %s
; A broken promise of one lane may make all lanes poison, and an integer that was not stored as
; one may be poison: in a source, also where undef bits are tried one by one.



define internal i32 @lane(<2 x i32> range(i32 0, 10) %v) {
 %e = extractelement <2 x i32> %v, i32 0
 ret i32 %e
}

define i1 @src1(ptr %p, i32 %y) {
 %v = load i1, ptr %p
 ret i1 %v
}

define i1 @tgt1(ptr %p, i32 %y) {
 %v = load i8, ptr %p
 %c = icmp ne i8 %v, 0
 ret i1 %c
}

define i1 @src2(ptr %p, i32 %y) {
 %u = and i32 undef, 0
 %v = load i1, ptr %p
 ret i1 %v
}

define i1 @tgt2(ptr %p, i32 %y) {
 %v = load i8, ptr %p
 %c = icmp ne i8 %v, 0
 ret i1 %c
}

define i32 @src3(ptr %p, i32 %y) {
 %v = load i1, ptr %p
 %z = zext i1 %v to i32
 %r = and i32 undef, %z
 ret i32 %r
}

define i32 @tgt3(ptr %p, i32 %y) {
 %v = load i8, ptr %p
 %c = icmp ne i8 %v, 0
 %z = zext i1 %c to i32
 ret i32 %z
}

define i32 @src7(i32 %y, i32 %z) {
 %v = insertelement <2 x i32> <i32 1, i32 2>, i32 %y, i32 1
 %r = call i32 @lane(<2 x i32> %v)
 ret i32 %r
}

define i32 @tgt7(i32 %y, i32 %z) {
 %c = icmp ult i32 %y, 10
 %r = select i1 %c, i32 1, i32 77
 ret i32 %r
}

define i32 @src8(<2 x i32> range(i32 0, 10) %v, i32 %z) {
 %e = extractelement <2 x i32> %v, i32 0
 ret i32 %e
}

define i32 @tgt8(<2 x i32> range(i32 0, 10) %v, i32 %z) {
 %e = extractelement <2 x i32> %v, i32 0
 %f = extractelement <2 x i32> %v, i32 1
 %c = icmp ult i32 %f, 10
 %r = select i1 %c, i32 %e, i32 %f
 ret i32 %r
}
