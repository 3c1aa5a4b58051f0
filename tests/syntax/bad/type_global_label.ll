; ERROR: 2:22: invalid type of a global
@g = external global label
