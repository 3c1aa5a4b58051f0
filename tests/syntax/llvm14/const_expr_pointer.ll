; Constant expressions over typed pointers, in initialisers and operands.
%S = type { i32, [4 x i16], i8* }

@s = private unnamed_addr constant [4 x i8] c"abc\00", align 1
@v = global %S { i32 1, [4 x i16] zeroinitializer, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 0) }, align 8
@into = global i16* getelementptr inbounds (%S, %S* @v, i32 0, i32 1, i64 2), align 8
@plain_gep = global i8* getelementptr ([4 x i8], [4 x i8]* @s, i64 5, i64 0), align 8
@cast = global i64* bitcast (%S* @v to i64*), align 8
@cast_gep = global i8* getelementptr inbounds (i8, i8* bitcast (%S* @v to i8*), i64 4), align 8
@number = global i64 ptrtoint (%S* @v to i64), align 8
@narrow = global i32 ptrtoint (%S* @v to i32), align 4
@pointer = global i8* inttoptr (i64 4096 to i8*), align 8
@sum = global i64 add (i64 ptrtoint (%S* @v to i64), i64 8), align 8
@difference = global i64 sub (i64 ptrtoint (i8** @pointer to i64), i64 ptrtoint (%S* @v to i64)), align 8
@relative = global i32 trunc (i64 sub (i64 ptrtoint (void ()* @fn to i64), i64 ptrtoint (i32* @relative to i64)) to i32), align 4
@list = global [3 x i8*] [i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i32 0, i32 0), i8* bitcast (void ()* @fn to i8*), i8* null], align 16
@nested = global { i8*, { i32* } } { i8* bitcast ({ i8*, { i32* } }* @nested to i8*), { i32* } { i32* getelementptr inbounds (%S, %S* @v, i32 0, i32 0) } }, align 8
@far = global i8 addrspace(1)* addrspacecast (i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 0) to i8 addrspace(1)*), align 8
@offset = global i64 ptrtoint (i8** getelementptr (%S, %S* null, i32 0, i32 2) to i64), align 8
@vector = global <2 x i8*> <i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 1), i8* null>, align 16

define void @fn() {
  ret void
}

define i8* @uses(i8* %p) {
  %1 = load i8, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 2), align 1
  store i32 5, i32* getelementptr inbounds (%S, %S* @v, i32 0, i32 0), align 8
  store i8* bitcast ([4 x i8]* @s to i8*), i8** getelementptr inbounds (%S, %S* @v, i32 0, i32 2), align 8
  %2 = icmp eq i8* %p, bitcast (%S* @v to i8*)
  %3 = select i1 %2, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 0), i8* inttoptr (i64 -1 to i8*)
  %4 = call i8* @uses(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 3))
  ret i8* %3
}
