; ERROR: 2:24: wrong number of elements
@g = global { i8, i8 } { i8 1 }
