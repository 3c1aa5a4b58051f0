; ERROR: 3:17: invalid intrinsic signature
define void @f() {
  %a = call i32 @llvm.umin.i32(i32 1)
  ret void
}
