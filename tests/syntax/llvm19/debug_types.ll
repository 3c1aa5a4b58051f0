; Debug information: every type node with many fields.
!llvm.module.flags = !{!0}
!keep = !{!1, !2, !3, !4, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !30, !31, !32, !33, !34, !35, !36, !40, !41, !42, !50, !51, !52, !53, !54, !55, !60, !61, !62, !63, !64, !65, !66, !70, !71, !72, !73, !80}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!2 = !DIBasicType(tag: DW_TAG_base_type, name: "big", size: 64, align: 64, encoding: DW_ATE_unsigned, flags: DIFlagBigEndian)
!3 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!4 = !DIBasicType(name: "numbered encoding", size: 8, encoding: 7)
!5 = !DIFile(filename: "t.c", directory: "/")

!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 64)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64, align: 64, dwarfAddressSpace: 3)
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "alias", scope: !5, file: !5, line: 7, baseType: !1)
!13 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "field", scope: !30, file: !5, line: 3, baseType: !1, size: 5, align: 32, offset: 37, flags: DIFlagBitField | DIFlagPublic, extraData: i64 32)
!15 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !30, baseType: !31, offset: 8, flags: DIFlagPublic | DIFlagVirtual, extraData: i32 24)
!16 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !1, size: 64, extraData: !30)
!17 = !DIDerivedType(tag: DW_TAG_friend, scope: !30, baseType: !31)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 64, annotations: !{!{!"btf_type_tag", !"user"}})
!19 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !10, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: true, ptrAuthAuthenticatesNullValues: true)
!20 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !1, size: 64, flags: 4096)

!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", scope: !5, file: !5, line: 1, size: 128, align: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !37, runtimeLang: DW_LANG_C_plus_plus, vtableHolder: !30, templateParams: !38, identifier: "_ZTS1S", annotations: !39)
!31 = !DICompositeType(tag: DW_TAG_class_type, name: "Fwd", file: !5, line: 2, flags: DIFlagFwdDecl)
!32 = !DICompositeType(tag: DW_TAG_union_type, name: "U", size: 32, elements: !{})
!33 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", baseType: !1, size: 32, flags: DIFlagEnumClass, elements: !43)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !1, size: 320, elements: !56)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !1, elements: !57, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !DIExpression(DW_OP_constu, 1), allocated: !DIExpression(DW_OP_lit0), rank: !DIExpression(DW_OP_push_object_address, DW_OP_plus_uconst, 8, DW_OP_deref))
!36 = !DICompositeType(tag: DW_TAG_variant_part, scope: !30, elements: !{}, discriminator: !14, offset: 8)
!37 = !{!14, !15}
!38 = !{!60, !62}
!39 = !{!{!"btf_decl_tag", !"x"}}

!40 = !DIEnumerator(name: "A", value: 0)
!41 = !DIEnumerator(name: "B", value: -170141183460469231731687303715884105728)
!42 = !DIEnumerator(name: "C", value: 18446744073709551615, isUnsigned: true)
!43 = !{!40, !41, !42}

!50 = !DISubrange(count: 10)
!51 = !DISubrange(count: -1, lowerBound: 1)
!52 = !DISubrange(lowerBound: -5, upperBound: 5, stride: 2)
!53 = !DISubrange(count: !58, lowerBound: !DIExpression(DW_OP_constu, 1))
!54 = !DISubrange()
!55 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: !DIExpression(DW_OP_constu, 9), stride: !DIExpression(DW_OP_constu, 4))
!56 = !{!50}
!57 = !{!55}
!58 = !DILocalVariable(name: "n", scope: !80, type: !1)
!59 = !DIGenericSubrange(count: !58, lowerBound: !DIExpression(DW_OP_lit0), stride: !DIExpression(DW_OP_constu, 1))

!60 = !DITemplateTypeParameter(name: "T", type: !1)
!61 = !DITemplateTypeParameter(type: null, defaulted: true)
!62 = !DITemplateValueParameter(name: "N", type: !1, value: i32 7)
!63 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "TT", value: !"std::vector")
!64 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "Ts", type: null, value: !38)
!65 = !DITemplateValueParameter(name: "D", type: !1, defaulted: true, value: ptr @f)
!66 = !DITemplateValueParameter(type: !1, value: null)

!70 = !DISubroutineType(types: !{null, !1, !10})
!71 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_BORLAND_stdcall, types: !{!1})
!72 = !DISubroutineType(cc: 178, types: null)
!73 = !DIStringType(name: "character(*)", stringLength: !58, stringLengthExpression: !DIExpression(), stringLocationExpression: !DIExpression(DW_OP_deref), size: 32, align: 8, encoding: DW_ATE_ASCII)
!80 = distinct !DISubprogram(name: "f", scope: !5, file: !5, line: 1, type: !70, spFlags: DISPFlagDefinition, unit: !81)
!81 = distinct !DICompileUnit(language: DW_LANG_C99, file: !5, emissionKind: FullDebug)
!llvm.dbg.cu = !{!81}

declare void @f()
