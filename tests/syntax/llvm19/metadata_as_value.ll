; Metadata as operands of intrinsic calls: nodes, strings, constants, locals, argument lists.
declare void @llvm.any.number(metadata, ...)
declare i1 @llvm.type.test(ptr, metadata)

define void @f(i32 %x, ptr %p) {
  %y = add i32 %x, 1
  call void (metadata, ...) @llvm.any.number(metadata !0, i32 1)
  call void (metadata, ...) @llvm.any.number(metadata !"a string")
  call void (metadata, ...) @llvm.any.number(metadata i32 7)
  call void (metadata, ...) @llvm.any.number(metadata i32 %x)
  call void (metadata, ...) @llvm.any.number(metadata ptr %p, metadata ptr @f, metadata ptr null)
  call void (metadata, ...) @llvm.any.number(metadata !{}, metadata !{i32 1, !"x", null})
  call void (metadata, ...) @llvm.any.number(metadata !DIArgList(i32 %x, i32 %y, i32 5, ptr @f))
  call void (metadata, ...) @llvm.any.number(metadata !DIArgList())
  call void (metadata, ...) @llvm.any.number(metadata !DIExpression(), metadata !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value))
  call void (metadata, ...) @llvm.any.number(metadata ptr undef, metadata i64 poison, metadata { i8, i8 } { i8 1, i8 2 })
  %t = call i1 @llvm.type.test(ptr %p, metadata !"typeid")
  ret void
}

!0 = !{!"node"}
