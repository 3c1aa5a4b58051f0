; RUN: tollgate check %s %s.after --no-refute
; Each module numbers its metadata: the same number is not the same promise. (§4.9)
define i8 @f(ptr %p) {
  %v = load i8, ptr %p, !range !0
  %w = add i8 %v, 0
  ret i8 %w
}
!0 = !{i8 0, i8 100}
