; LLVM 15 to 18: opaque pointers with inrange as a mark on one index.
%vt = type { [3 x ptr], [4 x ptr] }
@vtable = constant %vt zeroinitializer
@slot = global ptr getelementptr inbounds (%vt, ptr @vtable, i32 0, inrange i32 1, i32 2), align 8
