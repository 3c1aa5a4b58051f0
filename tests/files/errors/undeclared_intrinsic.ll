; RUN: tollgate fmt %s
define void @f(ptr %p) {
  %a = call i32 @llvm.umin.i32(i32 1)
  call void @llvm.donothing.i32()
  call void @llvm.no.such.thing()
  store ptr @llvm.umin.i32, ptr %p
  ret void
}
