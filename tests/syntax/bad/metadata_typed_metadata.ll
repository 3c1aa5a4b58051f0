; ERROR: 2:6: type before node
!0 = metadata !{}
