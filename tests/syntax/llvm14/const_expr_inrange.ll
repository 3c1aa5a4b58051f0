; The older inrange, a mark on one index of a constant getelementptr (LLVM 5 to 18).
%vt = type { [3 x i8*], [4 x i8*] }
@vtable = constant %vt zeroinitializer
@slot = global i8** getelementptr inbounds (%vt, %vt* @vtable, i32 0, inrange i32 1, i32 2), align 8
@zero = global i8** getelementptr inbounds (%vt, %vt* @vtable, i32 0, inrange i32 0, i32 0), align 8
