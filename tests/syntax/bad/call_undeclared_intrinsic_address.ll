; ERROR: 3:13: intrinsic can only be used as callee
define void @f(ptr %p) {
  store ptr @llvm.umin.i32, ptr %p
  ret void
}
