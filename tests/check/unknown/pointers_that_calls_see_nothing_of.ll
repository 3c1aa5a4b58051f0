; RUN: tollgate check %s
; Right pairs: of a pointer that is not captured a call sees the bytes around it, and of one that is
; passed by value a copy of some of them; and a constant or a function whose address means nothing
; may be one with another that is equal. None is `invalid`.
@c = private unnamed_addr constant i32 7
@k1 = private unnamed_addr constant [4 x i8] c"abc\00"
@k2 = private unnamed_addr constant [4 x i8] c"abc\00"
@k3 = private unnamed_addr constant [6 x i8] c"xyabc\00"
@m1 = global i32 0
@m2 = global i32 0
@big = global [4 x i32] zeroinitializer
declare i32 @sum(ptr nocapture readonly) memory(argmem: read) nounwind willreturn
declare i32 @sum_all(ptr nocapture readonly) memory(read) nounwind willreturn
declare i32 @sum_of(ptr captures(none)) memory(argmem: read) nounwind willreturn
declare i32 @knows(ptr) memory(argmem: read) nounwind willreturn
declare i32 @copied(ptr byval({ i32, i32 })) memory(argmem: read) nounwind willreturn
declare i32 @equal(ptr nocapture, ptr nocapture) memory(argmem: read) nounwind willreturn
declare i32 @nothing(ptr nocapture) memory(none) nounwind willreturn
declare void @bump(ptr nocapture) memory(argmem: readwrite) nounwind willreturn
declare void @logs(ptr nocapture) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind willreturn
declare void @prints(ptr nocapture readonly) memory(argmem: read, inaccessiblemem: readwrite) nounwind
declare dereferenceable(100) ptr @table(ptr nocapture) memory(argmem: read) nounwind willreturn
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; A slot that is a copy of a constant.
define i32 @src1() {
  %a = alloca i32
  store i32 7, ptr %a
  %r = call i32 @sum(ptr %a)
  ret i32 %r
}
define i32 @tgt1() {
  %r = call i32 @sum(ptr @c)
  ret i32 %r
}
define i32 @src2() {
  %a = alloca i32
  store i32 7, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
define i32 @tgt2() {
  %r = call i32 @sum_all(ptr @c)
  ret i32 %r
}
; A slot that is a copy of the first bytes of an argument, which may have more.
define i32 @src3(ptr noalias readonly dereferenceable(8) %p) {
  %a = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  %r = call i32 @sum_of(ptr %a)
  ret i32 %r
}
define i32 @tgt3(ptr noalias readonly dereferenceable(8) %p) {
  %r = call i32 @sum_of(ptr %p)
  ret i32 %r
}
; What is passed by value, of what it is a copy, and what lies behind it.
define i32 @src4(ptr noalias dereferenceable(8) align 8 %p) {
  %a = alloca i64, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %p, i64 8, i1 false)
  %r = call i32 @copied(ptr byval({ i32, i32 }) %a)
  ret i32 %r
}
define i32 @tgt4(ptr noalias dereferenceable(8) align 8 %p) {
  %r = call i32 @copied(ptr byval({ i32, i32 }) %p)
  ret i32 %r
}
define i32 @src5(i64 noundef %x) {
  %a = alloca [2 x i64], align 8
  %b = getelementptr i64, ptr %a, i64 1
  store i64 %x, ptr %a
  store i64 1, ptr %b
  %r = call i32 @copied(ptr byval({ i32, i32 }) %a)
  ret i32 %r
}
define i32 @tgt5(i64 noundef %x) {
  %a = alloca [2 x i64], align 8
  store i64 %x, ptr %a
  %r = call i32 @copied(ptr byval({ i32, i32 }) %a)
  ret i32 %r
}
; Constants and functions whose address means nothing, also where one is the end of the other.
define i32 @src6() {
  %r = call i32 @knows(ptr @k1)
  ret i32 %r
}
define i32 @tgt6() {
  %r = call i32 @knows(ptr @k2)
  ret i32 %r
}
define i32 @src7() {
  %r = call i32 @knows(ptr @k1)
  ret i32 %r
}
define i32 @tgt7() {
  %r = call i32 @knows(ptr getelementptr (i8, ptr @k3, i64 2))
  ret i32 %r
}
define internal i32 @f1(i32 %x) unnamed_addr { ret i32 %x }
define internal i32 @f2(i32 %x) unnamed_addr { ret i32 %x }
declare i32 @applies(ptr) memory(none) nounwind willreturn
define i32 @src8() {
  %r = call i32 @applies(ptr @f1)
  ret i32 %r
}
define i32 @tgt8() {
  %r = call i32 @applies(ptr @f2)
  ret i32 %r
}
; What such a call writes.
define void @src9(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  call void @bump(ptr %a)
  %w = load i32, ptr %a
  store i32 %w, ptr %p
  ret void
}
define void @tgt9(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  call void @bump(ptr %p)
  ret void
}
define void @src10(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  call void @logs(ptr %a)
  %w = load i32, ptr %a
  store i32 %w, ptr %p
  ret void
}
define void @tgt10(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  call void @logs(ptr %p)
  ret void
}
; Two slots, or one. A call that does not capture pointers does not compare them.
define i32 @src11() {
  %a = alloca i32
  %b = alloca i32
  store i32 3, ptr %a
  store i32 3, ptr %b
  %r = call i32 @equal(ptr %a, ptr %b)
  ret i32 %r
}
define i32 @tgt11() {
  %a = alloca i32
  store i32 3, ptr %a
  %r = call i32 @equal(ptr %a, ptr %a)
  ret i32 %r
}
; Two calls that are the same question, in one of the functions.
define i32 @src12() {
  %a = alloca i32
  store i32 7, ptr %a
  %r = call i32 @sum(ptr %a)
  %s = call i32 @sum(ptr @c)
  %d = sub i32 %r, %s
  ret i32 %d
}
define i32 @tgt12() {
  ret i32 0
}
; A pointer of which it sees neither bits nor bytes.
define i32 @src13() {
  %r = call i32 @nothing(ptr @m1)
  ret i32 %r
}
define i32 @tgt13() {
  %r = call i32 @nothing(ptr @m2)
  ret i32 %r
}
; The object that such a call returns.
define i8 @src14() {
  %a = alloca i32
  store i32 7, ptr %a
  %t = call ptr @table(ptr %a)
  %r = load i8, ptr %t
  ret i8 %r
}
define i8 @tgt14() {
  %t = call ptr @table(ptr @c)
  %r = load i8, ptr %t
  ret i8 %r
}
; Calls that are observed.
define void @src15() {
  store i32 3, ptr @m1
  store i32 3, ptr @m2
  call void @prints(ptr @m1)
  ret void
}
define void @tgt15() {
  store i32 3, ptr @m1
  store i32 3, ptr @m2
  call void @prints(ptr @m2)
  ret void
}
define void @src16() {
  store i32 3, ptr @m1
  store i32 3, ptr @big
  call void @prints(ptr @m1)
  ret void
}
define void @tgt16() {
  store i32 3, ptr @m1
  store i32 3, ptr @big
  call void @prints(ptr @big)
  ret void
}
; Pointers to equal constants that are stored there.
define i32 @src17() {
  %a = alloca ptr
  store ptr @k1, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
define i32 @tgt17() {
  %a = alloca ptr
  store ptr @k2, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
