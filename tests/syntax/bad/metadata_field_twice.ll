; ERROR: 2:29: field twice
!0 = !DIFile(filename: "a", filename: "b", directory: "c")
