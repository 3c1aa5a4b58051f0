; ERROR: 2:24: unknown tag
!0 = !DIBasicType(tag: DW_TAG_silly_type, name: "x")
