; New in LLVM 21: keyInstructions, atomGroup, atomRank, fields of DILabel. 22: #dbg_declare_value.
define i32 @f(i32 %x) !dbg !4 {
entry:
    #dbg_declare_value(i32 %x, !8, !DIExpression(), !10)
    #dbg_value(i32 %x, !8, !DIExpression(), !10)
    #dbg_label(!11, !10)
  %a = alloca i32, align 4
    #dbg_declare(ptr %a, !8, !DIExpression(), !10)
  ret i32 %x, !dbg !12
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "r.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !1, keyInstructions: true)
!5 = !DISubroutineType(types: !{})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, type: !6)
!10 = !DILocation(line: 2, column: 3, scope: !4)
!11 = !DILabel(scope: !4, name: "spot", file: !2, line: 5, column: 7, isArtificial: true, coroSuspendIdx: 2)
!12 = !DILocation(line: 2, column: 3, scope: !4, atomGroup: 1, atomRank: 2)
