; ERROR: 2:19: unknown attribute
declare void @f() bananas
