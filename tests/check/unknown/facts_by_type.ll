; RUN: tollgate check %s --no-refute
; Types of accesses that do not keep them apart, and parameters that are captured. (§6.1)
declare void @f()
declare void @fp(ptr)
declare i32 @pn1(i32) memory(none) nounwind
declare i32 @pn2(i32) memory(none) nounwind
declare i32 @pu1(i32) memory(none) willreturn
declare i32 @pu2(i32) memory(none) willreturn
declare void @ia1() memory(inaccessiblemem: readwrite) nounwind willreturn
declare void @ia2() memory(inaccessiblemem: readwrite) nounwind willreturn
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@P = global ptr null

; Calls that may hang exchanged.
define i32 @src1() {
  %a = call i32 @pn1(i32 1)
  %b = call i32 @pn2(i32 1)
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt1() {
  %b = call i32 @pn2(i32 1)
  %a = call i32 @pn1(i32 1)
  %r = add i32 %a, %b
  ret i32 %r
}

; Calls that may unwind exchanged.
define i32 @src2() {
  %a = call i32 @pu1(i32 1)
  %b = call i32 @pu2(i32 1)
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt2() {
  %b = call i32 @pu2(i32 1)
  %a = call i32 @pu1(i32 1)
  %r = add i32 %a, %b
  ret i32 %r
}

; Calls on inaccessible memory exchanged.
define void @src3() {
  call void @ia1()
  call void @ia2()
  ret void
}
define void @tgt3() {
  call void @ia2()
  call void @ia1()
  ret void
}

; Call that may hang moved into the arm.
define i32 @src4(i1 noundef %c) {
  %a = call i32 @pn1(i32 1)
  br i1 %c, label %x, label %y
x:
  ret i32 %a
y:
  ret i32 0
}
define i32 @tgt4(i1 noundef %c) {
  br i1 %c, label %x, label %y
x:
  %a = call i32 @pn1(i32 1)
  ret i32 %a
y:
  ret i32 0
}

; Call that may hang hoisted out of a loop.
define i32 @src5(i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %s = phi i32 [ 0, %entry ], [ %s2, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %a = call i32 @pn1(i32 1)
  %s2 = add i32 %s, %a
  %i2 = add i32 %i, 1
  br label %h
e:
  ret i32 %s
}
define i32 @tgt5(i32 noundef %n) {
entry:
  %a = call i32 @pn1(i32 1)
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %s = phi i32 [ 0, %entry ], [ %s2, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %s2 = add i32 %s, %a
  %i2 = add i32 %i, 1
  br label %h
e:
  ret i32 %s
}

; Noalias captured before, then a call.
define i32 @src6(ptr noalias noundef %p) {
  call void @fp(ptr %p)
  store i32 1, ptr %p
  call void @f()
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt6(ptr noalias noundef %p) {
  call void @fp(ptr %p)
  store i32 1, ptr %p
  call void @f()
  ret i32 1
}

; Noalias captured in memory, then a call.
define i32 @src7(ptr noalias noundef %p) {
  store ptr %p, ptr @P
  store i32 1, ptr %p
  call void @f()
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt7(ptr noalias noundef %p) {
  store ptr %p, ptr @P
  store i32 1, ptr %p
  call void @f()
  ret i32 1
}

; Noalias: unwinding sees the store.
define void @src8(ptr noalias noundef %p) {
  store i32 1, ptr %p
  call void @f()
  store i32 2, ptr %p
  ret void
}
define void @tgt8(ptr noalias noundef %p) {
  call void @f()
  store i32 2, ptr %p
  ret void
}

; The call gets the parameter and may write.
define i32 @src9(ptr noalias noundef %p) {
  %v = load i32, ptr %p
  call void @fp(ptr %p)
  %w = load i32, ptr %p
  ret i32 %w
}
define i32 @tgt9(ptr noalias noundef %p) {
  %v = load i32, ptr %p
  call void @fp(ptr %p)
  ret i32 %v
}

; Noalias of two loads via other name.
define i32 @src10(ptr noalias noundef %p, ptr noundef %q) {
  %x = getelementptr i8, ptr %q, i64 0
  %v = load i32, ptr %p
  store i32 5, ptr %p
  %w = load i32, ptr %x
  ret i32 %w
}
define i32 @tgt10(ptr noalias noundef %p, ptr noundef %q) {
  %v = load i32, ptr %p
  store i32 5, ptr %p
  ret i32 5
}

; Noalias only on one, same parameter twice through phi.
define i32 @src11(ptr noalias noundef %p, ptr noundef %q, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi ptr [ %q, %0 ], [ %p, %a ]
  store i32 1, ptr %p
  store i32 2, ptr %x
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt11(ptr noalias noundef %p, ptr noundef %q, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi ptr [ %q, %0 ], [ %p, %a ]
  store i32 1, ptr %p
  store i32 2, ptr %x
  ret i32 1
}

; Tbaa: char and int.
define i32 @src12(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store i8 2, ptr %q, !tbaa !6
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt12(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store i8 2, ptr %q, !tbaa !6
  ret i32 1
}

; Tbaa: same type.
define i32 @src13(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store i32 2, ptr %q, !tbaa !4
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt13(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store i32 2, ptr %q, !tbaa !4
  ret i32 1
}

; Tbaa: field and int.
define i32 @src14(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !8
  store i32 2, ptr %q, !tbaa !4
  %v = load i32, ptr %p, !tbaa !8
  ret i32 %v
}
define i32 @tgt14(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !8
  store i32 2, ptr %q, !tbaa !4
  ret i32 1
}

; Tbaa: same field.
define i32 @src15(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !8
  store i32 2, ptr %q, !tbaa !8
  %v = load i32, ptr %p, !tbaa !8
  ret i32 %v
}
define i32 @tgt15(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !8
  store i32 2, ptr %q, !tbaa !8
  ret i32 1
}

; Tbaa: unrelated roots.
define i32 @src16(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store i64 2, ptr %q, !tbaa !12
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt16(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store i64 2, ptr %q, !tbaa !12
  ret i32 1
}

; Tbaa: no tag on the other.
define i32 @src17(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %q
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt17(ptr noundef %p, ptr noundef %q) {
  store i32 1, ptr %p, !tbaa !4
  store float 2.0, ptr %q
  ret i32 1
}

; Tbaa: call between.
define i32 @src18(ptr noundef %p) {
  store i32 1, ptr %p, !tbaa !4
  call void @f()
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt18(ptr noundef %p) {
  store i32 1, ptr %p, !tbaa !4
  call void @f()
  ret i32 1
}

; Tbaa: memcpy between.
define i32 @src19(ptr noundef %p, ptr noundef %q, ptr noundef %r) {
  store i32 1, ptr %p, !tbaa !4
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %r, i64 4, i1 false)
  %v = load i32, ptr %p, !tbaa !4
  ret i32 %v
}
define i32 @tgt19(ptr noundef %p, ptr noundef %q, ptr noundef %r) {
  store i32 1, ptr %p, !tbaa !4
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %r, i64 4, i1 false)
  ret i32 1
}

!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!4 = !{!2, !2, i64 0}
!6 = !{!1, !1, i64 0}
!7 = !{!"S", !2, i64 0, !2, i64 4}
!8 = !{!7, !2, i64 0}
!10 = !{!"root2"}
!11 = !{!"long", !10, i64 0}
!12 = !{!11, !11, i64 0}
