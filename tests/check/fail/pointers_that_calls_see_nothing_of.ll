; RUN: tollgate check %s
; Wrong pairs, each close to a right one about pointers that a call does not capture: what they
; point to is another thing, or the call may capture them. All are `invalid`.
@c = private unnamed_addr constant i32 8
@k1 = private unnamed_addr constant [4 x i8] c"abc\00"
@k2 = private unnamed_addr constant [4 x i8] c"abd\00"
@n1 = private constant [4 x i8] c"abc\00"
@n2 = private constant [4 x i8] c"abc\00"
@m1 = global i32 0
@m2 = global i32 0
declare i32 @sum(ptr nocapture readonly) memory(argmem: read) nounwind willreturn
declare i32 @sum_all(ptr nocapture readonly) memory(read) nounwind willreturn
declare i32 @knows(ptr) memory(argmem: read) nounwind willreturn
declare i32 @copied(ptr byval({ i32, i32 })) memory(argmem: read) nounwind willreturn
declare i32 @equal(ptr nocapture, ptr nocapture) memory(argmem: read) nounwind willreturn
declare void @bump(ptr nocapture) memory(argmem: readwrite) nounwind willreturn
declare void @logs(ptr nocapture) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind willreturn
declare void @prints(ptr nocapture readonly) memory(argmem: read, inaccessiblemem: readwrite) nounwind
declare void @keeps(ptr readonly) memory(argmem: read, inaccessiblemem: readwrite) nounwind
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; A copy of something else.
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
  %a = alloca i32
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
; The place in the object: what lies before it may be looked at, too.
define i32 @src3(ptr noalias readonly dereferenceable(8) %p) {
  %a = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  %r = call i32 @sum(ptr %a)
  ret i32 %r
}
define i32 @tgt3(ptr noalias readonly dereferenceable(8) %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = call i32 @sum(ptr %q)
  ret i32 %r
}
; Within what is passed by value.
define i32 @src4(i32 noundef %x) {
  %a = alloca { i32, i32 }, align 8
  %b = getelementptr i32, ptr %a, i64 1
  store i32 %x, ptr %a
  store i32 1, ptr %b
  %r = call i32 @copied(ptr byval({ i32, i32 }) %a)
  ret i32 %r
}
define i32 @tgt4(i32 noundef %x) {
  %a = alloca { i32, i32 }, align 8
  %b = getelementptr i32, ptr %a, i64 1
  store i32 %x, ptr %a
  store i32 2, ptr %b
  %r = call i32 @copied(ptr byval({ i32, i32 }) %a)
  ret i32 %r
}
; Other constants, and constants that have an address.
define i32 @src5() {
  %r = call i32 @knows(ptr @k1)
  ret i32 %r
}
define i32 @tgt5() {
  %r = call i32 @knows(ptr @k2)
  ret i32 %r
}
define i32 @src6() {
  %r = call i32 @knows(ptr @n1)
  ret i32 %r
}
define i32 @tgt6() {
  %r = call i32 @knows(ptr @n2)
  ret i32 %r
}
; Not written back.
define void @src7(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  call void @bump(ptr %p)
  ret void
}
define void @tgt7(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  call void @bump(ptr %a)
  ret void
}
define void @src8(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  call void @logs(ptr %p)
  ret void
}
define void @tgt8(ptr noalias nocapture noundef dereferenceable(4) writable align 4 %p) {
  %a = alloca i32
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  call void @logs(ptr %a)
  ret void
}
; The other way round.
define i32 @src9() {
  %a = alloca i32
  %b = alloca i32
  store i32 3, ptr %a
  store i32 4, ptr %b
  %r = call i32 @equal(ptr %a, ptr %b)
  ret i32 %r
}
define i32 @tgt9() {
  %a = alloca i32
  %b = alloca i32
  store i32 3, ptr %a
  store i32 4, ptr %b
  %r = call i32 @equal(ptr %b, ptr %a)
  ret i32 %r
}
; Calls that are observed.
define void @src10() {
  store i32 3, ptr @m1
  store i32 4, ptr @m2
  call void @prints(ptr @m1)
  ret void
}
define void @tgt10() {
  store i32 3, ptr @m1
  store i32 4, ptr @m2
  call void @prints(ptr @m2)
  ret void
}
define void @src11() {
  store i32 3, ptr @m1
  store i32 3, ptr @m2
  call void @keeps(ptr @m1)
  ret void
}
define void @tgt11() {
  store i32 3, ptr @m1
  store i32 3, ptr @m2
  call void @keeps(ptr @m2)
  ret void
}
; Null is no object.
define i32 @src12(ptr dereferenceable(4) %p) {
  %r = call i32 @sum(ptr %p)
  ret i32 %r
}
define i32 @tgt12(ptr dereferenceable(4) %p) {
  %r = call i32 @sum(ptr null)
  ret i32 %r
}
; Pointers that are stored there, and what they lead to.
define i32 @src14() {
  %a = alloca ptr
  %b = alloca i32
  store i32 5, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
define i32 @tgt14() {
  %a = alloca ptr
  %b = alloca i32
  store i32 6, ptr %b
  store ptr %b, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
