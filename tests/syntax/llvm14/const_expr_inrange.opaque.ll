; The opaque-pointer form of const_expr_inrange.ll. LLVM 19 drops the mark when it reads old bitcode; its own form
; would be a range of bytes around the address: inrange(-16, 16) for @slot and inrange(0, 24) for @zero.
%vt = type { [3 x ptr], [4 x ptr] }
@vtable = constant %vt zeroinitializer
@slot = global ptr getelementptr inbounds (%vt, ptr @vtable, i32 0, i32 1, i32 2), align 8
@zero = global ptr getelementptr inbounds (%vt, ptr @vtable, i32 0, i32 0, i32 0), align 8
