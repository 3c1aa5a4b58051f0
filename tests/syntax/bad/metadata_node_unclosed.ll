; ERROR: 3:1: } expected
!0 = !{i32 1
@g = global i32 1
