; ERROR: 4:1: redefinition of metadata
; NOTE: opt-19 points at line 5, column 1.
!0 = !{}
!0 = !{i32 1}
