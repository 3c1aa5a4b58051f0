; ERROR: 2:27: invalid vector element
@g = external global <2 x { i32 }>
