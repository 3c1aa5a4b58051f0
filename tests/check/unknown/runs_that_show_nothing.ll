; RUN: tollgate check %s
; Right pairs, most of them made by LLVM, that no run may be held against: where they differ the source is undefined. (§11b.2)
declare void @g12(ptr) memory(argmem: readwrite)
declare void @ext12()
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @exit(i32)
declare void @abort()
declare void @f18(ptr)
declare void @h11(ptr byval(i32) align 4)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare i32 @llvm.umin.i32(i32, i32)
declare float @llvm.fabs.f32(float)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; The environment of both functions is that of the source: what only the target promises does not change it.
define i32 @src1(ptr %p) {
  call void @g12(ptr %p)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt1(ptr %p) memory(argmem: readwrite) {
  call void @g12(ptr %p)
  %v = load i32, ptr %p
  ret i32 %v
}
define void @src2(ptr %p) {
  call void @ext12()
  ret void
}
define void @tgt2(ptr noalias %p) {
  call void @ext12()
  ret void
}

; That an allocation fails is nothing that a run may rely on.
define i1 @src3(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  %c = icmp eq ptr %p, null
  call void @free(ptr %p)
  ret i1 %c
}
define i1 @tgt3(i64 %n) {
  ret i1 false
}

; A promise that no run looks at.
define i1 @src4(ptr %p) {
  %v = load float, ptr %p, !nofpclass !400
  %c = fcmp uno float %v, 0.0
  ret i1 %c
}
define i1 @tgt4(ptr %p) {
  %v = load float, ptr %p, !nofpclass !400
  ret i1 false
}
!400 = !{i32 3}

; What must return does not end the program.
define i32 @src5(i32 %x) willreturn {
  %c = icmp eq i32 %x, 7
  br i1 %c, label %a, label %b
a:
  call void @exit(i32 1)
  unreachable
b:
  ret i32 0
}
define i32 @tgt5(i32 %x) willreturn {
  ret i32 0
}
define void @src6() {
  call void @abort() willreturn
  unreachable
}
define void @tgt6() {
  ret void
}

; What is passed by value at the call alone is copied, too.
define i32 @src7(ptr noundef %p) {
  call void @f18(ptr byval(i32) %p)
  ret i32 0
}
define i32 @tgt7(ptr noundef %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %u, label %b
u:
  unreachable
b:
  call void @f18(ptr byval(i32) %p)
  ret i32 0
}

; A `tail` call reaches a slot of its caller through memory.
@G19 = global ptr null
define internal i32 @h19() {
  %p = load ptr, ptr @G19
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @src8() {
  %a = alloca i32
  store i32 5, ptr %a
  store ptr %a, ptr @G19
  %r = tail call i32 @h19()
  store ptr null, ptr @G19
  ret i32 %r
}
define i32 @tgt8() {
  %a = alloca i32
  store ptr %a, ptr @G19
  %r = tail call i32 @h19()
  store ptr null, ptr @G19
  ret i32 %r
}

; Flags of choices of arrays.
define [2 x float] @src9() {
  %s = select nnan i1 true, [2 x float] [float 0x7FF8000000000000, float 1.0], [2 x float] zeroinitializer
  ret [2 x float] %s
}
define [2 x float] @tgt9() {
  ret [2 x float] [float 2.0, float 1.0]
}
define [2 x float] @src10(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %s = select nnan i1 %c, [2 x float] %a, [2 x float] %b
  ret [2 x float] %s
}
define [2 x float] @tgt10(i1 noundef %c, [2 x float] %a, [2 x float] %b) {
  %s = select i1 %c, [2 x float] %a, [2 x float] %b
  %e = extractvalue [2 x float] %s, 0
  %f = fadd float %e, 0.0
  %g = fcmp uno float %e, 0.0
  %h = select i1 %g, float 7.0, float %e
  %r = insertvalue [2 x float] %s, float %h, 0
  ret [2 x float] %r
}

; `align` of what is passed by value is said of the original as well.
define void @src11(ptr %p) {
  call void @h11(ptr byval(i32) align 4 %p)
  ret void
}
define void @tgt11(ptr %p) {
  %a = alloca i32, align 4
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %a, align 4
  call void @h11(ptr byval(i32) align 4 %a)
  ret void
}

; A marker that is not at the first byte ends no lifetime.
define i32 @src12(i32 noundef %x) {
  ret i32 %x
}
define i32 @tgt12(i32 noundef %x) {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %b)
  store i32 %x, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

; Attributes of the arguments of intrinsics.
define i32 @src13(i32 %x) {
  %r = call i32 @llvm.umin.i32(i32 range(i32 0, 5) %x, i32 -1)
  ret i32 %r
}
define i32 @tgt13(i32 %x) {
  %r = call i32 @llvm.umin.i32(i32 %x, i32 4)
  ret i32 %r
}
define float @src14(float %x) {
  %r = call float @llvm.fabs.f32(float nofpclass(inf) %x)
  ret float %r
}
define float @tgt14(float %x) {
  %c = fcmp oeq float %x, 0x7FF0000000000000
  %s = select i1 %c, float 1.0, float %x
  %r = call float @llvm.fabs.f32(float %s)
  ret float %r
}

; A `memset` that says that it touches nothing.
define void @src15(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false) memory(none)
  ret void
}
define void @tgt15(ptr %p) {
  ret void
}
