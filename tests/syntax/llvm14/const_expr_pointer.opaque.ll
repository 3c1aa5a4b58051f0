; The opaque-pointer form of const_expr_pointer.ll.
%S = type { i32, [4 x i16], ptr }

@s = private unnamed_addr constant [4 x i8] c"abc\00", align 1
@v = global %S { i32 1, [4 x i16] zeroinitializer, ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0, i64 0) }, align 8
@into = global ptr getelementptr inbounds (%S, ptr @v, i32 0, i32 1, i64 2), align 8
@plain_gep = global ptr getelementptr ([4 x i8], ptr @s, i64 5, i64 0), align 8
@cast = global ptr bitcast (ptr @v to ptr), align 8
@cast_gep = global ptr getelementptr inbounds (i8, ptr bitcast (ptr @v to ptr), i64 4), align 8
@number = global i64 ptrtoint (ptr @v to i64), align 8
@narrow = global i32 ptrtoint (ptr @v to i32), align 4
@pointer = global ptr inttoptr (i64 4096 to ptr), align 8
@sum = global i64 add (i64 ptrtoint (ptr @v to i64), i64 8), align 8
@difference = global i64 sub (i64 ptrtoint (ptr @pointer to i64), i64 ptrtoint (ptr @v to i64)), align 8
@relative = global i32 trunc (i64 sub (i64 ptrtoint (ptr @fn to i64), i64 ptrtoint (ptr @relative to i64)) to i32), align 4
@list = global [3 x ptr] [ptr getelementptr inbounds ([4 x i8], ptr @s, i32 0, i32 0), ptr bitcast (ptr @fn to ptr), ptr null], align 16
@nested = global { ptr, { ptr } } { ptr bitcast (ptr @nested to ptr), { ptr } { ptr getelementptr inbounds (%S, ptr @v, i32 0, i32 0) } }, align 8
@far = global ptr addrspace(1) addrspacecast (ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0, i64 0) to ptr addrspace(1)), align 8
@offset = global i64 ptrtoint (ptr getelementptr (%S, ptr null, i32 0, i32 2) to i64), align 8
@vector = global <2 x ptr> <ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0, i64 1), ptr null>, align 16

define void @fn() {
  ret void
}

define ptr @uses(ptr %p) {
  %1 = load i8, ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0, i64 2), align 1
  store i32 5, ptr getelementptr inbounds (%S, ptr @v, i32 0, i32 0), align 8
  store ptr bitcast (ptr @s to ptr), ptr getelementptr inbounds (%S, ptr @v, i32 0, i32 2), align 8
  %2 = icmp eq ptr %p, bitcast (ptr @v to ptr)
  %3 = select i1 %2, ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0, i64 0), ptr inttoptr (i64 -1 to ptr)
  %4 = call ptr @uses(ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0, i64 3))
  ret ptr %3
}
