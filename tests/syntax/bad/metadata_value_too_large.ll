; ERROR: 2:37: value too large
!0 = !DIBasicType(name: "x", align: 4294967296)
