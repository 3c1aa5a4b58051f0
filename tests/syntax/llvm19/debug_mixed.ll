; Debug records and debug intrinsics in one function: LLVM 19 reads both and prints one kind.
define void @f() !dbg !3 {
    #dbg_label(!6, !5)
  call void @llvm.dbg.label(metadata !6), !dbg !5
  ret void, !dbg !5
}

declare void @llvm.dbg.label(metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "r.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 2, column: 3, scope: !3)
!6 = !DILabel(scope: !3, name: "spot", file: !1, line: 5)
