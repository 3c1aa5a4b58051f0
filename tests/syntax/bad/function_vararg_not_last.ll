; ERROR: 2:20: ) expected
declare void @f(..., i32)
