; ERROR: 3:1: redefinition of type
%t = type { i32 }
%t = type { i64 }
