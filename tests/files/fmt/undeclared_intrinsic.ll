; RUN: tollgate fmt %s
; LLVM 19 declares an intrinsic that is called and not declared, under the name that belongs to the types of the call.
define i32 @f(i32 %x, i64 %y, ptr %p) {
  %a = call i32 @llvm.umin(i32 %x, i32 7)
  %b = call i64 @llvm.umin.i32(i64 %y, i64 7)
  %c = call i8 @llvm.scmp.i32.i8(i32 %x, i32 %a)
  call void @llvm.memset(ptr %p, i8 %c, i64 %b, i1 false)
  ret i32 %a
}
