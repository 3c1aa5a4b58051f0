; ERROR: 2:17: undefined global
@g = global ptr @nowhere
