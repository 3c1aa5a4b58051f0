; RUN: tollgate run %s --fn f --args 8
; RUN: tollgate run %s --fn f --args 12
; CLAUSE: Assume Operand Bundles: align with an offset assumes it of the address less the offset
target datalayout = "e-p:64:64"

@g = global [16 x i8] zeroinitializer, align 16

define i32 @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8, i64 4) ]
  ret i32 1
}

declare void @llvm.assume(i1)
