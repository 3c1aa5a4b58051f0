; ERROR: 2:1: unknown kind of summary
^0 = banana: (x: 1)
