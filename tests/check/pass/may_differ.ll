; RUN: tollgate check %s %s.after
; What may differ around functions of the same text: unused globals, a larger alignment, promises that are dropped, promises that the C library or LLVM
; or another pair keeps, the order of everything. (§4.9, §11a.1)
source_filename = "a.c"
@unused = internal global i32 0
@aligned = internal global [4 x i32] zeroinitializer, align 4
@dropped = private unnamed_addr constant i32 7

declare i64 @strlen(ptr)
declare i32 @abs(i32) nounwind
declare float @llvm.fabs.f32(float)

define internal i32 @callee(i32 %x) {
  ret i32 %x
}

define i64 @caller(ptr %s) {
  %n = call i64 @strlen(ptr %s)
  %a = call i32 @abs(i32 3)
  %c = call i32 @callee(i32 %a)
  %l = load i32, ptr @aligned
  ret i64 %n
}

define float @magnitude(float %x) {
  %y = call float @llvm.fabs.f32(float %x)
  ret float %y
}

define internal void @removed() {
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"one compiler"}
