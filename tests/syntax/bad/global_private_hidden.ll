; ERROR: 2:1: default visibility
@g = private hidden global i32 1
