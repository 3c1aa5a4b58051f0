; ERROR: 3:1: empty group
declare void @f() #0
attributes #0 = { }
