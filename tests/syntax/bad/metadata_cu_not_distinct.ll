; ERROR: 2:6: distinct expected
!0 = !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a", directory: "b")
