; ERROR: 2:12: undefined metadata
!named = !{!7}
