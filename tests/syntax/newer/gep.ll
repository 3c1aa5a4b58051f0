; getelementptr flags, inrange and trunc flags as LLVM 22 prints them (LLVM 19 reads them too).
@v = constant [4 x ptr] zeroinitializer
@p = global ptr getelementptr inbounds nuw inrange(-16, 16) (i8, ptr @v, i64 16)
@q = global ptr getelementptr inbounds nuw (i8, ptr @v, i64 8)
@r = global ptr getelementptr (i8, ptr @v, i64 -8)

define void @f(ptr %p, i64 %i, <2 x i64> %v) {
  %1 = getelementptr inbounds nuw i8, ptr %p, i64 8
  %2 = getelementptr nusw i8, ptr %p, i64 %i
  %3 = getelementptr nusw nuw i8, ptr %p, i64 %i
  %4 = getelementptr inbounds nuw { i32, i64 }, ptr %p, i64 %i, i32 1
  %5 = getelementptr nuw i8, ptr %p, <2 x i64> %v
  %6 = trunc nuw nsw i64 %i to i32
  %7 = trunc nuw <2 x i64> %v to <2 x i1>
  ret void
}
