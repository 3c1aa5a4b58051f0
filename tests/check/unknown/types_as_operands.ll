; RUN: tollgate check %s
; Whom a type test asks for is known to the whole module: the first type of each function is not the same for that.
@A = constant [2 x ptr] zeroinitializer, !type !1
@B = constant [2 x ptr] zeroinitializer, !type !3
declare i1 @llvm.type.test(ptr, metadata)
define i1 @src_bare() {
  %r = call i1 @llvm.type.test(ptr @A, metadata !0)
  ret i1 %r
}
define i1 @tgt_bare() {
  %r = call i1 @llvm.type.test(ptr @A, metadata !2)
  ret i1 %r
}
define i1 @src_text() {
  %r = call i1 @llvm.type.test(ptr @A, metadata !4)
  ret i1 %r
}
define i1 @tgt_text() {
  %r = call i1 @llvm.type.test(ptr @A, metadata !5)
  ret i1 %r
}
define i1 @src_domain() {
  %r = call i1 @llvm.type.test(ptr @A, metadata !6)
  ret i1 %r
}
define i1 @tgt_domain() {
  %r = call i1 @llvm.type.test(ptr @A, metadata !7)
  ret i1 %r
}
!0 = distinct !{!0}
!1 = !{i64 0, !0}
!2 = distinct !{!2}
!3 = !{i64 0, !2}
!4 = distinct !{!4, !"a"}
!5 = distinct !{!5, !"a"}
!6 = distinct !{!6, !0}
!7 = distinct !{!7, !0}
