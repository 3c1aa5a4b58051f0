; ERROR: 2:22: undefined type
@g = external global %nowhere
