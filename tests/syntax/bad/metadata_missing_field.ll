; ERROR: 2:27: missing field
!0 = !DIFile(filename: "a")
