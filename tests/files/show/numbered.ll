; RUN: tollgate show %s --as ssa
; RUN: tollgate show %s --as ssa --canonical
; RUN: tollgate show %s --as gates
; RUN: tollgate show %s --as dom --format json

; Values without names keep the numbers of the text in canonical form, also behind a block that is not reached and so goes.
define i32 @0(i32 %0, i1 %1) {
  br label %6

3:
  %4 = add i32 %0, 1
  %5 = add i32 %4, 1
  br label %6

6:
  %7 = phi i32 [ %0, %2 ], [ %5, %3 ], [ %8, %6 ]
  %8 = add i32 %7, 1
  %9 = icmp slt i32 %8, 10
  br i1 %9, label %6, label %10

10:
  %11 = mul i32 %8, 3
  br i1 %1, label %12, label %14

12:
  %13 = add i32 %11, 1
  br label %14

14:
  %15 = phi i32 [ %11, %10 ], [ %13, %12 ]
  ret i32 %15
}
