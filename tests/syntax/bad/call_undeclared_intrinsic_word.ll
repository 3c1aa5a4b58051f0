; ERROR: 3:13: use of undefined value
define void @f() {
  call void @llvm.donothing.i32()
  ret void
}
