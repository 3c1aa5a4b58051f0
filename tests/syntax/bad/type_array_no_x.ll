; ERROR: 2:25: x expected
@g = external global [2 , i32]
