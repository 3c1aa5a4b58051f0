; ERROR: 2:1: name expected
$ = comdat any
