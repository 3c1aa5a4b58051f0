; Vectors of pointers, of function pointers, and address arithmetic on them.
define <2 x i8*> @vectors(<2 x i8*> %v, <4 x i32*> %w, i32* %p, <4 x i64> %i, <vscale x 2 x i8*> %s) {
  %1 = getelementptr i8, <2 x i8*> %v, i64 4
  %2 = getelementptr inbounds i32, <4 x i32*> %w, <4 x i64> %i
  %3 = getelementptr i32, i32* %p, <4 x i64> %i
  %4 = bitcast <2 x i8*> %v to <2 x i32*>
  %5 = ptrtoint <4 x i32*> %w to <4 x i64>
  %6 = inttoptr <4 x i64> %i to <4 x float*>
  %7 = icmp ult <2 x i8*> %v, %1
  %8 = select <2 x i1> %7, <2 x i8*> %v, <2 x i8*> zeroinitializer
  %9 = extractelement <2 x i8*> %8, i32 0
  %10 = insertelement <2 x i8*> undef, i8* %9, i32 1
  %11 = shufflevector <2 x i8*> %10, <2 x i8*> %v, <2 x i32> <i32 0, i32 3>
  %12 = addrspacecast <2 x i8*> %11 to <2 x i8 addrspace(1)*>
  %13 = insertelement <2 x void ()*> zeroinitializer, void ()* @f, i64 1
  %14 = alloca <2 x i8*>, align 16
  store <2 x i8*> %11, <2 x i8*>* %14, align 16
  %15 = load <vscale x 2 x i8*>, <vscale x 2 x i8*>* null, align 16
  ret <2 x i8*> %11
}

declare void @f()
