; ERROR: 2:17: undefined global
@g = global ptr @42
