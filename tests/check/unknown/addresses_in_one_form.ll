; RUN: tollgate check %s --no-refute
; The same address, but the steps of the target ask for more than those of the source. (§12.3)
define i8 @src1(ptr %p, i64 %i) {
  %a = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt1(ptr %p, i64 %i) {
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %v = load i8, ptr %a
  ret i8 %v
}
; The product may wrap.
define i8 @src2(ptr %p, i64 %i) {
  %m = shl i64 %i, 3
  %a = getelementptr inbounds i8, ptr %p, i64 %m
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt2(ptr %p, i64 %i) {
  %a = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i8, ptr %a
  ret i8 %v
}
; The place between the steps may be out of bounds.
define i8 @src3(ptr %p, i64 %i) {
  %s = add i64 %i, 4
  %a = getelementptr inbounds i8, ptr %p, i64 %s
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt3(ptr %p, i64 %i) {
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %a, i64 4
  %v = load i8, ptr %b
  ret i8 %v
}
; An undef index, used once and twice.
define ptr @src4(ptr %p, i64 %i) {
  %d = shl i64 %i, 1
  %a = getelementptr i8, ptr %p, i64 %d
  ret ptr %a
}
define ptr @tgt4(ptr %p, i64 %i) {
  %a = getelementptr i8, ptr %p, i64 %i
  %b = getelementptr i8, ptr %a, i64 %i
  ret ptr %b
}
; A promise about the index that nothing keeps.
define i8 @src5(ptr %p, i32 %i) {
  %w = zext i32 %i to i64
  %a = getelementptr inbounds i8, ptr %p, i64 %w
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt5(ptr %p, i32 %i) {
  %w = zext nneg i32 %i to i64
  %a = getelementptr inbounds i8, ptr %p, i64 %w
  %v = load i8, ptr %a
  ret i8 %v
}
; What is shifted out need not be defined.
define i8 @src6(ptr %p, i64 %i) {
  %m = shl i64 %i, 32
  %a = getelementptr i8, ptr %p, i64 %m
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt6(ptr %p, i64 %i) {
  %n = trunc i64 %i to i32
  %w = zext i32 %n to i64
  %m = shl nuw i64 %w, 32
  %a = getelementptr i8, ptr %p, i64 %m
  %v = load i8, ptr %a
  %c = icmp eq i64 %i, 5
  br i1 %c, label %x, label %y
x:
  ret i8 %v
y:
  ret i8 %v
}
; Null may be an address.
define i1 @src7(ptr %p, i64 %i) null_pointer_is_valid {
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %c = icmp eq ptr %a, null
  ret i1 %c
}
define i1 @tgt7(ptr %p, i64 %i) null_pointer_is_valid {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
; A product of constants that wraps, to nothing.
@table = constant [8 x i32] zeroinitializer
define i32 @src8(i64 %i) {
  %a = getelementptr inbounds [8 x i32], ptr @table, i64 0, i64 %i
  %v = load i32, ptr %a, align 4
  ret i32 %v
}
define i32 @tgt8(i64 %i) {
  %a = getelementptr inbounds [8 x i32], ptr @table, i64 -9223372036854775808, i64 %i
  %v = load i32, ptr %a, align 4
  ret i32 %v
}
