; ERROR: 2:24: wrong kind of value
!0 = !DIFile(filename: 7, directory: "c")
