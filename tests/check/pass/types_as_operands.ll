; RUN: tollgate check %s
; The same type, by its node or by its name.
@A = constant [2 x ptr] zeroinitializer, !type !1
declare i1 @llvm.type.test(ptr, metadata)
define i1 @src_node(i1 noundef %c) {
  %r = call i1 @llvm.type.test(ptr @A, metadata !0)
  %s = and i1 %r, %c
  ret i1 %s
}
define i1 @tgt_node(i1 noundef %c) {
  %r = call i1 @llvm.type.test(ptr @A, metadata !0)
  %s = and i1 %c, %r
  ret i1 %s
}
define i1 @src_name(i1 noundef %c) {
  %r = call i1 @llvm.type.test(ptr @A, metadata !"A")
  %s = and i1 %r, %c
  ret i1 %s
}
define i1 @tgt_name(i1 noundef %c) {
  %r = call i1 @llvm.type.test(ptr @A, metadata !"A")
  %s = and i1 %c, %r
  ret i1 %s
}
!0 = distinct !{!0}
!1 = !{i64 0, !0}
