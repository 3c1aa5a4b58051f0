; Intrinsics that are called and not declared: LLVM declares them, under the name that belongs to the types of the call.
declare i32 @llvm.umax.i32(i32, i32)

define i32 @one_name_for_several_types(i32 %x, i64 %y, <4 x i32> %v) {
  %a = call i32 @llvm.umin(i32 %x, i32 7)
  %b = call i64 @llvm.umin.i32(i64 %y, i64 7)
  %c = call <4 x i32> @"llvm.umin.v4i32"(<4 x i32> %v, <4 x i32> %v)
  %d = call i8 @llvm.scmp.i32.i8(i32 %x, i32 %a)
  %e = call i32 (i32, i32) @llvm.umax(i32 %x, i32 %a)
  %f = call { i32, i1 } @llvm.uadd.with.overflow(i32 %e, i32 1)
  %g = extractvalue { i32, i1 } %f, 0
  ret i32 %g
}

define void @memory(ptr %p, ptr addrspace(1) %q, <4 x i1> %m) personality ptr null {
  call void @llvm.memcpy(ptr %p, ptr addrspace(1) %q, i64 8, i1 false)
  %v = tail call fastcc <4 x float> @"\6c\6cvm.masked.load"(ptr %p, i32 4, <4 x i1> %m, <4 x float> zeroinitializer)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  invoke void @llvm.donothing()
          to label %end unwind label %pad
pad:
  %l = landingpad i32 cleanup
  br label %end
end:
  call void @llvm.trap()
  unreachable
}
