; Garbage collection intrinsics whose callee is a typed function pointer.
declare void @callee(i32)
declare token @llvm.experimental.gc.statepoint.p0f_isVoidi32f(i64 immarg, i32 immarg, void (i32)*, i32 immarg, i32 immarg, ...)
declare i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token, i32 immarg, i32 immarg)

define i8 addrspace(1)* @f(i8 addrspace(1)* %o) gc "statepoint-example" {
  %t = call token (i64, i32, void (i32)*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidi32f(i64 2882400000, i32 0, void (i32)* elementtype(void (i32)) @callee, i32 1, i32 0, i32 7, i32 0, i32 0) [ "gc-live"(i8 addrspace(1)* %o) ]
  %r = call coldcc i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t, i32 0, i32 0)
  ret i8 addrspace(1)* %r
}
