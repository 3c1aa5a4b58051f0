; Debug information: every DIFlag and DISPFlag name.
!keep = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "a", flags: DIFlagPrivate | DIFlagFwdDecl | DIFlagAppleBlock | DIFlagVirtual | DIFlagArtificial | DIFlagExplicit | DIFlagPrototyped | DIFlagObjcClassComplete | DIFlagObjectPointer | DIFlagStaticMember)
!1 = !DICompositeType(tag: DW_TAG_structure_type, name: "b", flags: DIFlagProtected | DIFlagExportSymbols | DIFlagSingleInheritance | DIFlagIntroducedVirtual | DIFlagBitField | DIFlagNoReturn | DIFlagTypePassByValue | DIFlagEnumClass | DIFlagThunk | DIFlagNonTrivial | DIFlagBigEndian | DIFlagAllCallsDescribed)
!2 = !DICompositeType(tag: DW_TAG_structure_type, name: "c", flags: DIFlagPublic | DIFlagMultipleInheritance | DIFlagTypePassByReference | DIFlagLittleEndian)
!3 = !DICompositeType(tag: DW_TAG_structure_type, name: "d", flags: DIFlagVirtualInheritance)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "e", flags: DIFlagFwdDecl | DIFlagVirtual)
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "f", flags: 0)
!6 = !DISubroutineType(flags: DIFlagRValueReference, types: null)
!7 = !DISubprogram(name: "g", scope: null, flags: DIFlagReservedBit4 | DIFlagThunk, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagOptimized | DISPFlagPure | DISPFlagElemental | DISPFlagRecursive | DISPFlagMainSubprogram | DISPFlagDeleted | DISPFlagObjCDirect)
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, flags: DIFlagVector, elements: !{!11})
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DISubrange(count: 4)
!llvm.module.flags = !{!9}
!9 = !{i32 2, !"Debug Info Version", i32 3}
