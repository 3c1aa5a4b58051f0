; RUN: tollgate check %s %s.after
; RUN: tollgate check %s %s.after --format json --fn used
; RUN: tollgate check %s %s.after -q
; Attribute groups, metadata and white space may be numbered and laid out differently; the text is the same.
%pair = type { i32, i32 }
@table = constant [2 x i32] [i32 1, i32 2]

define i32 @used(i32 %i) #0 {
  %p = getelementptr [2 x i32], ptr @table, i32 0, i32 %i
  %x = load i32, ptr %p, !tbaa !0
  ret i32 %x
}

define i32 @second(ptr %p) #1 {
  %q = getelementptr %pair, ptr %p, i32 0, i32 1
  %x = load i32, ptr %q
  ret i32 %x
}

attributes #0 = { nounwind }
attributes #1 = { cold }
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"tree"}
