; Debug information: files with checksums and source, compile units with all fields, module, namespace, imports, macros.
@g = global i32 0, !dbg !20

!llvm.dbg.cu = !{!0, !10, !11, !12}
!llvm.module.flags = !{!90, !91}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "maker \22x\22", isOptimized: true, flags: "-O2 -g", runtimeVersion: 2, splitDebugFilename: "a.dwo", emissionKind: FullDebug, enums: !2, retainedTypes: !3, globals: !4, imports: !5, macros: !6, dwoId: 12345, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/", sdk: "kit")
!1 = !DIFile(filename: "a.cpp", directory: "/src dir", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!2 = !{}
!3 = !{!30}
!4 = !{!20}
!5 = !{!40, !41, !42}
!6 = !{!50, !53}
!7 = !DIFile(filename: "b.h", directory: "", checksumkind: CSK_SHA1, checksum: "000102030405060708090a0b0c0d0e0f10111213")
!8 = !DIFile(filename: "c.h", directory: "/", checksumkind: CSK_SHA256, checksum: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", source: "int x;\0A")
!9 = !DIFile(filename: "d", directory: "")

!10 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !9, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)
!11 = distinct !DICompileUnit(language: 12, file: !7, emissionKind: LineTablesOnly, nameTableKind: None)
!12 = distinct !DICompileUnit(language: DW_LANG_C99, file: !8, emissionKind: DebugDirectivesOnly, nameTableKind: Apple)

!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", linkageName: "_g", scope: !0, file: !1, line: 1, type: !30, isLocal: true, isDefinition: true, templateParams: !22, align: 32, annotations: !23)
!22 = !{}
!23 = !{!{!"btf_decl_tag", !"tag"}}
!30 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

!40 = !DIImportedEntity(tag: DW_TAG_imported_module, name: "alias", scope: !0, entity: !43, file: !1, line: 3, elements: !2)
!41 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !0, entity: !30, file: !1, line: 4)
!42 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !43, entity: !44)
!43 = !DINamespace(name: "ns", scope: null)
!44 = !DINamespace(name: "inline_ns", scope: !43, exportSymbols: true)
!45 = !DINamespace(scope: !44)
!46 = !DIModule(scope: !0, name: "Mod", configMacros: "-DX", includePath: "/inc", apinotes: "notes", file: !1, line: 9, isDecl: true)
!47 = !DICommonBlock(scope: !0, declaration: !21, name: "block", file: !1, line: 5)

!50 = !DIMacroFile(line: 0, file: !1, nodes: !51)
!51 = !{!52, !54}
!52 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "NAME", value: "\22v\22")
!53 = !DIMacro(type: DW_MACINFO_undef, line: 2, name: "NAME")
!54 = !DIMacroFile(type: DW_MACINFO_start_file, line: 7, file: !7)
!keep = !{!45, !46, !47}

!90 = !{i32 2, !"Debug Info Version", i32 3}
!91 = !{i32 7, !"Dwarf Version", i32 5}
