; ret, br, switch, unreachable in their forms.
define void @ret_void() {
  ret void
}

define { i32, ptr } @ret_aggregate() {
  ret { i32, ptr } { i32 1, ptr @ret_void }
}

define i32 @ret_note() {
  ret i32 undef, !note !0
}

define void @branches(i1 %c) {
  br i1 %c, label %a, label %b

a:
  br label %b, !note !0

b:
  br i1 true, label %join, label %join

join:
  br i1 undef, label %d, label %e, !prof !1, !unpredictable !0

d:
  br label %d, !llvm.loop !2

e:
  unreachable, !note !0
}

define i32 @switches(i32 %x, i1 %b, i65 %w, i8 %y) {
entry:
  switch i32 %x, label %one [
    i32 0, label %one
    i32 -1, label %two
    i32 2147483647, label %one
    i32 7, label %two
  ]

one:
  switch i32 %x, label %two []

two:
  switch i1 %b, label %three [ i1 true, label %one i1 false, label %two ]

three:
  switch i65 %w, label %four [
    i65 36893488147419103231, label %five
    i65 18446744073709551616, label %five
  ], !prof !3

four:
  switch i8 5, label %five [
    i8 -128, label %five
    i8 127, label %six
  ]

five:
  switch i32 %x, label %six [ ]

six:
  ret i32 0
}

!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = distinct !{!2}
!3 = !{!"branch_weights", i32 1, i32 2, i32 3}
