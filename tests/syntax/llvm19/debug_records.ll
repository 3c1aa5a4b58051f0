; Debug records: value, declare, assign, label, with every kind of operand.
define i32 @f(i32 %x, ptr %p) !dbg !4 {
entry:
    #dbg_value(i32 %x, !8, !DIExpression(), !10)
  %slot = alloca i32, align 4, !DIAssignID !12
    #dbg_declare(ptr %slot, !8, !DIExpression(), !10)
    #dbg_assign(i1 undef, !8, !DIExpression(), !12, ptr %slot, !DIExpression(), !10)
  %y = add i32 %x, 1, !dbg !10
    #dbg_value(i32 %y, !8, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !10)
    #dbg_value(i32 7, !8, !DIExpression(), !10)
    #dbg_value(i32 undef, !8, !DIExpression(), !10)
    #dbg_value(ptr poison, !9, !DIExpression(), !10)
    #dbg_value(!DIArgList(i32 %x, i32 %y), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
    #dbg_value(!0, !8, !14, !DILocation(line: 4, column: 2, scope: !4))
    #dbg_value(ptr @f, !9, !DIExpression(), !10)
    #dbg_value(i64 ptrtoint (ptr @f to i64), !9, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !10)
    #dbg_declare(ptr %p, !9, !DIExpression(DW_OP_deref), !11)
    #dbg_label(!13, !10)
  store i32 %y, ptr %slot, align 4, !dbg !10, !DIAssignID !15
    #dbg_assign(i32 %y, !8, !DIExpression(), !15, ptr %slot, !DIExpression(), !10)
  br label %next, !dbg !10

next:
  %z = phi i32 [ %y, %entry ]
    #dbg_value(i32 %late, !8, !DIExpression(), !10)
  %late = add i32 %z, 1, !dbg !10
  #dbg_value(i32 %z,!8,!DIExpression(),!10) #dbg_value(i32 0, !8, !DIExpression(), !10)
  ret i32 %z, !dbg !10
}

define void @before_terminator() !dbg !16 {
    #dbg_label(!17, !18)
  ret void, !dbg !18
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "r.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !1)
!5 = !DISubroutineType(types: !{})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, type: !6)
!9 = !DILocalVariable(name: "p", scope: !4, type: !7)
!10 = !DILocation(line: 2, column: 3, scope: !4)
!11 = !DILocation(line: 3, column: 3, scope: !4)
!12 = distinct !DIAssignID()
!13 = !DILabel(scope: !4, name: "spot", file: !2, line: 5)
!14 = !DIExpression()
!15 = distinct !DIAssignID()
!16 = distinct !DISubprogram(name: "g", scope: !2, file: !2, line: 9, type: !5, spFlags: DISPFlagDefinition, unit: !1)
!17 = !DILabel(scope: !16, name: "only", file: !2, line: 9)
!18 = !DILocation(line: 9, column: 1, scope: !16)
