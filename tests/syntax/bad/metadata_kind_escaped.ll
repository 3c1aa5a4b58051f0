; ERROR: 2:6: kind of metadata with a backslash
!0 = !DI\\\\File(filename: "a", directory: "b")
