; ERROR: 2:27: invalid array element
@g = external global [2 x void]
