; ERROR: 2:19: not a function attribute
declare void @f() zeroext
