; ERROR: 2:9: not a return attribute
declare byval(i32) ptr @f()
