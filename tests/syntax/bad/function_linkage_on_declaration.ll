; ERROR: 2:9: linkage of a declaration
declare internal void @f()
