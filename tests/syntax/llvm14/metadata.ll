; Metadata that mentions typed pointers, and debug intrinsics.
@g = global i32 0, align 4, !annotated !9

define i32 @f(i32* %p, i8** %q) !dbg !4 {
  %slot = alloca i32*, align 8
  call void @llvm.dbg.declare(metadata i32** %slot, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i32* %p, metadata !8, metadata !DIExpression(DW_OP_deref)), !dbg !10
  call void @llvm.dbg.value(metadata i32* null, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i32* undef, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata !DIArgList(i32* %p, i8** %q), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !10
  %v = load i32, i32* %p, align 4, !dbg !10, !tbaa !11
  %w = load i8*, i8** %q, align 8, !nonnull !14, !dereferenceable !15
  ret i32 %v, !dbg !10
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!pointers = !{!9, !16}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "m.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !6)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!9 = !{i32* @g, i32 (i32*, i8**)* @f, i8* bitcast (i32* @g to i8*)}
!10 = !DILocation(line: 1, column: 1, scope: !4)
!11 = !{!12, !12, i64 0}
!12 = !{!"int", !13, i64 0}
!13 = !{!"omnipotent char", !17, i64 0}
!14 = !{}
!15 = !{i64 8}
!16 = !{i8* null, i32** inttoptr (i64 1 to i32**), [2 x i8*] zeroinitializer}
!17 = !{!"Simple C/C++ TBAA"}
