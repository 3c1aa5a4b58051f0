; Metadata: tuples, strings, constants, nulls, distinct, cycles, forward references, gaps in the numbers.
!named = !{!0, !1, !2}
!empty.named = !{}
!other.named-1$ = !{!9}
!with\20space = !{!0}
!\31digit.first = !{!0}
!twice = !{!0}
!llvm.ident = !{!11}

!0 = !{}
!1 = !{!"string", i32 1, i64 -1, null, !0}
!2 = distinct !{!2, !3}
!3 = !{!"forward", !7}
!5 = !{float 1.0, double 0x7FF0000000000000, i1 true, ptr null, ptr @g, ptr @f}
!6 = !{[2 x i8] c"ab", { i32, i8 } { i32 1, i8 2 }, <2 x i16> <i16 1, i16 2>, i32 undef, i8 poison, [2 x i32] zeroinitializer}
!7 = !{!{!"nested", !{!{}}}, !{i32 1}}
!8 = distinct !{}
!9 = !{!"", !"with \22quotes\22 and \5C", !"line\0Afeed", !"raw é ; no comment", !"\00zero"}
!10 = distinct !{null, null}
!11 = !{!"tollgate sample"}
!12 = !{ptr getelementptr (i8, ptr @g, i64 1), i64 ptrtoint (ptr @g to i64)}
!100 = !{!5, !6, !8, !10, !12, !7, !101}
!101 = !{i65 36893488147419103231, half 0xH3C00, ptr blockaddress(@f, %b)}
!keep = !{!100}

@g = global i8 0
define void @f() {
  br label %b

b:
  ret void
}
