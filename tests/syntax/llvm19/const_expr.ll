; Constant expressions that LLVM 19 knows: casts, pointer arithmetic, integer and vector operators.
@g = global [8 x i32] zeroinitializer
@h = global { i8, [4 x i16] } zeroinitializer
@in_one = addrspace(1) global i8 0
declare void @fn()

; casts
@c0 = global i64 ptrtoint (ptr @g to i64)
@c1 = global i32 ptrtoint (ptr @g to i32)
@c2 = global ptr inttoptr (i64 4096 to ptr)
@c3 = global ptr addrspacecast (ptr addrspace(1) @in_one to ptr)
@c4 = global i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)
@c5 = global double bitcast (i64 ptrtoint (ptr @g to i64) to double)
@c6 = global i64 bitcast (<2 x i32> <i32 1, i32 2> to i64)
@c7 = global <2 x ptr> inttoptr (<2 x i64> <i64 1, i64 2> to <2 x ptr>)

; pointer arithmetic
@p0 = global ptr getelementptr ([8 x i32], ptr @g, i64 0, i64 3)
@p1 = global ptr getelementptr inbounds ([8 x i32], ptr @g, i64 0, i64 3)
@p2 = global ptr getelementptr nusw ([8 x i32], ptr @g, i64 0, i64 3)
@p3 = global ptr getelementptr nuw ([8 x i32], ptr @g, i64 0, i64 3)
@p4 = global ptr getelementptr inbounds nuw (i8, ptr @g, i64 12)
@p5 = global ptr getelementptr nusw nuw (i8, ptr @g, i64 12)
@p6 = global ptr getelementptr inrange(-4, 12) (i8, ptr @g, i64 4)
@p7 = global ptr getelementptr inbounds inrange(0, 8) ({ i8, [4 x i16] }, ptr @h, i32 0, i32 1)
@p8 = global ptr getelementptr ({ i8, [4 x i16] }, ptr @h, i64 1, i32 1, i64 2)
@p9 = global <2 x ptr> getelementptr (i8, ptr @g, <2 x i64> <i64 1, i64 2>)

; integer operators
@i0 = global i64 add (i64 ptrtoint (ptr @g to i64), i64 1)
@i1 = global i64 add nuw nsw (i64 ptrtoint (ptr @g to i64), i64 1)
@i2 = global i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @h to i64))
@i3 = global i64 sub nsw (i64 0, i64 ptrtoint (ptr @h to i64))
@i4 = global i64 mul nuw (i64 ptrtoint (ptr @g to i64), i64 3)
@i5 = global i64 xor (i64 ptrtoint (ptr @g to i64), i64 -1)
@i6 = global i32 trunc (i64 sub (i64 ptrtoint (ptr @fn to i64), i64 ptrtoint (ptr @i6 to i64)) to i32)

; vectors
@v0 = global i32 extractelement (<2 x i32> <i32 1, i32 2>, i32 1)
@v1 = global <2 x i64> insertelement (<2 x i64> zeroinitializer, i64 ptrtoint (ptr @g to i64), i32 0)
@v2 = global <2 x i32> shufflevector (<2 x i32> <i32 1, i32 2>, <2 x i32> poison, <2 x i32> <i32 1, i32 0>)

define i64 @inside() {
  %a = add i64 ptrtoint (ptr @g to i64), sub (i64 0, i64 ptrtoint (ptr @h to i64))
  store i8 1, ptr getelementptr inbounds (i8, ptr @g, i64 1), align 1
  %b = call i64 @take(i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 9) to i64))
  ret i64 add (i64 ptrtoint (ptr @g to i64), i64 2)
}
declare i64 @take(i64)
