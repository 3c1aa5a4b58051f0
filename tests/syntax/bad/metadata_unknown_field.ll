; ERROR: 2:14: unknown field
!0 = !DIFile(colour: "red", filename: "a", directory: "b")
