; Debug information: subprograms, scopes, locations, labels, local variables, inlining.
define void @f(i32 %x) !dbg !4 {
entry:
  call void @g(), !dbg !20
  call void @g(), !dbg !21
  call void @g(), !dbg !DILocation(line: 9, column: 4, scope: !4)
  call void @g(), !dbg !DILocation(line: 0, scope: !12, inlinedAt: !20, isImplicitCode: true)
  call void @g(), !dbg !22
  ret void, !dbg !23
}

declare !dbg !8 void @g()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "s.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", linkageName: "_f", scope: !1, file: !1, line: 1, type: !3, scopeLine: 2, containingType: !9, virtualIndex: 3, thisAdjustment: -8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized | DISPFlagVirtual, unit: !0, templateParams: !5, declaration: !8, retainedNodes: !6, thrownTypes: !7, annotations: !5, targetFuncName: "target")
!5 = !{}
!6 = !{!15, !16}
!7 = !{!9}
!8 = !DISubprogram(name: "g", scope: !1, file: !1, line: 7, type: !3, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!9 = !DICompositeType(tag: DW_TAG_class_type, name: "C")
!10 = distinct !DISubprogram(name: "old style", scope: !1, isLocal: true, isDefinition: true, isOptimized: true, virtuality: DW_VIRTUALITY_pure_virtual, unit: !0)
!11 = !DISubprogram(name: "declared", scope: !9, spFlags: DISPFlagPureVirtual | DISPFlagPure | DISPFlagElemental | DISPFlagRecursive | DISPFlagMainSubprogram | DISPFlagDeleted | DISPFlagObjCDirect)
!12 = distinct !DILexicalBlock(scope: !4, file: !1, line: 3, column: 5)
!13 = !DILexicalBlockFile(scope: !12, file: !1, discriminator: 2)
!14 = !DILexicalBlock(scope: !13, file: !1)
!15 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !17, flags: DIFlagArtificial | DIFlagObjectPointer, align: 32, annotations: !5)
!16 = !DILabel(scope: !4, name: "again", file: !1, line: 4)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DISubprogram(name: "zero flags", scope: !9, flags: 0, spFlags: 0)
!20 = !DILocation(line: 3, column: 7, scope: !12)
!21 = !DILocation(line: 1, column: 1, scope: !24, inlinedAt: !25)
!22 = distinct !DILocation(line: 65535, column: 65535, scope: !14)
!23 = !DILocation(line: 0, scope: !4)
!24 = distinct !DISubprogram(name: "inlined", scope: !1, file: !1, line: 20, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!25 = distinct !DILocation(line: 5, column: 2, scope: !4)
!26 = !DIObjCProperty(name: "prop", file: !1, line: 7, setter: "set:", getter: "get", attributes: 7, type: !17)
!27 = !GenericDINode(tag: DW_TAG_entry_point, header: "some\00header", operands: {!1, null, !3, !"text"})
!28 = distinct !GenericDINode(tag: 3)
!29 = distinct !DISubprogram(scope: null, unit: !0)
!keep = !{!10, !11, !18, !26, !27, !28, !29}
