; getelementptr: index shapes, every flag, vectors, scalable, address spaces.
%t = type { i32, [4 x { i8, i64 }], <2 x float> }

define void @scalar(ptr %p, i64 %i, i32 %j, ptr addrspace(1) %q) {
  %1 = getelementptr i8, ptr %p, i64 %i
  %2 = getelementptr inbounds i32, ptr %p, i64 -1
  %3 = getelementptr nusw i32, ptr %p, i64 %i
  %4 = getelementptr nuw i32, ptr %p, i64 %i
  %5 = getelementptr inbounds nuw i32, ptr %p, i64 %i
  %6 = getelementptr nusw nuw i32, ptr %p, i64 %i
  %7 = getelementptr nuw inbounds i32, ptr %p, i64 %i
  %8 = getelementptr inbounds nusw i32, ptr %p, i64 %i
  %9 = getelementptr %t, ptr %p, i64 0, i32 1, i64 %i, i32 1
  %10 = getelementptr inbounds %t, ptr %p, i32 %j, i32 2, i8 1
  %11 = getelementptr [0 x i32], ptr %p, i64 0, i64 %i
  %12 = getelementptr i8, ptr addrspace(1) %q, i32 5
  %13 = getelementptr {}, ptr %p, i64 1
  %14 = getelementptr i8, ptr %p
  %15 = getelementptr i8, ptr null, i64 4
  %16 = getelementptr <4 x i16>, ptr %p, i64 0, i64 3
  %17 = getelementptr i8, ptr @data, i128 1
  %18 = getelementptr %t, ptr %p, i64 0, i32 0, !note !0
  ret void
}

define <2 x ptr> @vectors(<2 x ptr> %v, ptr %p, <2 x i64> %i, <vscale x 2 x i64> %s) {
  %1 = getelementptr i8, <2 x ptr> %v, i64 4
  %2 = getelementptr i8, ptr %p, <2 x i64> %i
  %3 = getelementptr inbounds %t, <2 x ptr> %v, <2 x i64> %i, i32 1, <2 x i64> <i64 0, i64 1>, i32 0
  %4 = getelementptr i32, ptr %p, <vscale x 2 x i64> %s
  %5 = getelementptr <vscale x 4 x i32>, ptr %p, i64 1
  %6 = getelementptr { i8, i16 }, <2 x ptr> %v, <2 x i64> zeroinitializer, <2 x i32> <i32 1, i32 1>
  ret <2 x ptr> %1
}

@data = external global [4 x i8]
!0 = !{}
