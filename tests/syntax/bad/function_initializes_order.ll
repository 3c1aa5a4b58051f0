; ERROR: 2:33: ranges not in order
declare void @f(ptr initializes((8, 16), (0, 4)))
