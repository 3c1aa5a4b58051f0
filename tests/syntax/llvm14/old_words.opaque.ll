; The opaque-pointer form of old_words.ll: a numbered convention, and a value that is dereferenced.
declare cc 12 i32 @script(ptr)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32 immarg, i32 immarg)

define i32 @f(ptr %p, ptr %a) !dbg !3 {
  call void @llvm.dbg.value(metadata ptr %p, metadata !6, metadata !DIExpression(DW_OP_deref)), !dbg !7
  %1 = call cc 12 i32 @script(ptr %p), !dbg !7
  %2 = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([4 x i32]) %a, i32 1, i32 2), !dbg !7
  ret i32 %1, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "m.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocalVariable(name: "p", arg: 1, scope: !3, file: !1, line: 1, type: !8)
!7 = !DILocation(line: 1, column: 1, scope: !3)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
