; RUN: tollgate check %s %s.after --no-refute
; The same promises under other numbers, and the same scopes of `noalias`. (§4.9)
declare void @llvm.experimental.noalias.scope.decl(metadata)

define i8 @range(ptr %p) {
  %v = load i8, ptr %p, !range !0
  %w = add i8 %v, 0
  ret i8 %w
}
define void @scopes(ptr %p, ptr %q) {
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  %v = load i8, ptr %p, !alias.scope !1
  %w = add i8 %v, 0
  store i8 %w, ptr %q, !noalias !1
  ret void
}
!0 = !{i8 0, i8 100}
!1 = !{!2}
!2 = distinct !{!2, !3, !"f: argument 0"}
!3 = distinct !{!3, !"f"}
