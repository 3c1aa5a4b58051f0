; ERROR: 2:24: packed and unpacked
@g = global { i8, i8 } <{ i8 1, i8 2 }>
