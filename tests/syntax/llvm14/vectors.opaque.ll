; The opaque-pointer form of vectors.ll.
define <2 x ptr> @vectors(<2 x ptr> %v, <4 x ptr> %w, ptr %p, <4 x i64> %i, <vscale x 2 x ptr> %s) {
  %1 = getelementptr i8, <2 x ptr> %v, i64 4
  %2 = getelementptr inbounds i32, <4 x ptr> %w, <4 x i64> %i
  %3 = getelementptr i32, ptr %p, <4 x i64> %i
  %4 = bitcast <2 x ptr> %v to <2 x ptr>
  %5 = ptrtoint <4 x ptr> %w to <4 x i64>
  %6 = inttoptr <4 x i64> %i to <4 x ptr>
  %7 = icmp ult <2 x ptr> %v, %1
  %8 = select <2 x i1> %7, <2 x ptr> %v, <2 x ptr> zeroinitializer
  %9 = extractelement <2 x ptr> %8, i32 0
  %10 = insertelement <2 x ptr> undef, ptr %9, i32 1
  %11 = shufflevector <2 x ptr> %10, <2 x ptr> %v, <2 x i32> <i32 0, i32 3>
  %12 = addrspacecast <2 x ptr> %11 to <2 x ptr addrspace(1)>
  %13 = insertelement <2 x ptr> zeroinitializer, ptr @f, i64 1
  %14 = alloca <2 x ptr>, align 16
  store <2 x ptr> %11, ptr %14, align 16
  %15 = load <vscale x 2 x ptr>, ptr null, align 16
  ret <2 x ptr> %11
}

declare void @f()
