; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn f --args 8
; CLAUSE: Assume Operand Bundles: align assumes that an address is a multiple of a number
target datalayout = "e-p:64:64"

@g = global [16 x i8] zeroinitializer, align 16

define i32 @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret i32 1
}

declare void @llvm.assume(i1)
