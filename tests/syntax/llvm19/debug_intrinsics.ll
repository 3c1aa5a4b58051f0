; Debug information by intrinsic calls, the form before debug records.
define i32 @f(i32 %x, ptr %p) !dbg !4 {
  %slot = alloca i32, align 4, !DIAssignID !12
  call void @llvm.dbg.declare(metadata ptr %slot, metadata !8, metadata !DIExpression()), !dbg !10
  tail call void @llvm.dbg.value(metadata i32 %x, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i32 undef, metadata !8, metadata !DIExpression(DW_OP_deref)), !dbg !10
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 4), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !10
  call void @llvm.dbg.value(metadata !0, metadata !8, metadata !14), !dbg !10
  call void @llvm.dbg.assign(metadata i1 undef, metadata !8, metadata !DIExpression(), metadata !12, metadata ptr %slot, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.label(metadata !13), !dbg !10
  ret i32 %x, !dbg !10
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "r.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !1)
!5 = !DISubroutineType(types: !{})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, type: !6)
!10 = !DILocation(line: 2, column: 3, scope: !4)
!12 = distinct !DIAssignID()
!13 = !DILabel(scope: !4, name: "spot", file: !2, line: 5)
!14 = !DIExpression()
