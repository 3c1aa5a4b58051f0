; ERROR: 2:27: unknown kind
declare void @f() uwtable(sometimes)
