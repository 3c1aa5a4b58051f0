; ERROR: 2:37: unknown flag
!0 = !DIBasicType(name: "x", flags: DIFlagSilly)
