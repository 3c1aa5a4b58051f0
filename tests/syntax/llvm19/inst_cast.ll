; Every cast, with the flags that LLVM 19 knows.
define void @integers(i32 %a, i8 %b, <2 x i16> %v) {
  %1 = trunc i32 %a to i8
  %2 = trunc nuw i32 %a to i8
  %3 = trunc nsw i32 %a to i8
  %4 = trunc nuw nsw i32 %a to i1
  %5 = trunc nsw nuw <2 x i16> %v to <2 x i8>
  %6 = zext i8 %b to i64
  %7 = zext nneg i8 %b to i64
  %8 = sext i8 %b to i65
  %9 = sext <2 x i16> %v to <2 x i32>
  %10 = zext i1 true to i32
  ret void
}

define void @floats(double %d, float %f, i32 %i, <2 x half> %h) {
  %1 = fptrunc double %d to float
  %2 = fpext float %f to double
  %3 = fpext <2 x half> %h to <2 x float>
  %4 = fptoui double %d to i32
  %5 = fptosi double %d to i64
  %6 = uitofp i32 %i to float
  %7 = uitofp nneg i32 %i to float
  %8 = sitofp i32 %i to double
  %9 = fptosi <2 x half> %h to <2 x i8>
  %10 = fptrunc fp128 0xL00000000000000003FFF000000000000 to x86_fp80
  ret void
}

define void @pointers(ptr %p, i64 %i, <2 x ptr> %v, ptr addrspace(3) %q) {
  %1 = ptrtoint ptr %p to i64
  %2 = ptrtoint ptr %p to i8
  %3 = inttoptr i64 %i to ptr
  %4 = inttoptr i16 5 to ptr addrspace(3)
  %5 = ptrtoint <2 x ptr> %v to <2 x i32>
  %6 = addrspacecast ptr addrspace(3) %q to ptr
  %7 = bitcast ptr %p to ptr
  ret void
}

define void @bits(float %f, i64 %i, <2 x i32> %v, <vscale x 2 x i32> %s) {
  %1 = bitcast float %f to i32
  %2 = bitcast i64 %i to double
  %3 = bitcast <2 x i32> %v to i64
  %4 = bitcast i64 %i to <64 x i1>
  %5 = bitcast <vscale x 2 x i32> %s to <vscale x 4 x i16>
  %6 = bitcast i64 %i to i64
  %7 = bitcast <2 x i32> %v to <1 x double>
  ret void
}
