; ERROR: 2:12: node expected
!named = !{i32 1}
