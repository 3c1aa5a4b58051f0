; ERROR: 2:28: unknown kind
declare ptr @f() allockind("give")
