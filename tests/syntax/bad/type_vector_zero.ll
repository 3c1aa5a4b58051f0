; ERROR: 2:23: zero elements
@g = external global <0 x i32>
