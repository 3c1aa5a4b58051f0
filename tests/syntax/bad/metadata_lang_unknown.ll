; ERROR: 2:40: unknown language
!0 = distinct !DICompileUnit(language: DW_LANG_Klingon, file: !1)
!1 = !DIFile(filename: "a", directory: "b")
