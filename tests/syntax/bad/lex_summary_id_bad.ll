; ERROR: 2:1: number expected
^x = blockcount: 1
