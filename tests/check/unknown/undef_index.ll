; RUN: tollgate check %s
; An index that is partly undef is one of few: the address is not just any.

@z = constant [8 x i8] zeroinitializer, align 8

define i8 @src1(i64 %x) {
 ret i8 0
}

define i8 @tgt1(i64 %x) {
 %u = and i64 undef, 1
 %q = getelementptr [8 x i8], ptr @z, i64 0, i64 %u
 %v = load i8, ptr %q
 ret i8 %v
}

define i1 @src4(i64 noundef %x) {
 ret i1 false
}

define i1 @tgt4(i64 noundef %x) {
 %u = and i64 undef, 1
 %q = getelementptr [8 x i8], ptr @z, i64 0, i64 %u
 %v = icmp eq ptr %q, null
 ret i1 %v
}

define i64 @src8(i64 %x) {
 %u = and i64 %x, 1
 ret i64 %u
}

define i64 @tgt8(i64 %x) {
 %u = and i64 %x, 1
 %q = getelementptr [8 x i8], ptr @z, i64 0, i64 %u
 %a = ptrtoint ptr %q to i64
 %b = and i64 %a, 7
 ret i64 %b
}
