; A module summary index beside its module: module, global values, type ids, flags, block count.
target triple = "x86_64-unknown-linux-gnu"

@v = internal constant [1 x ptr] [ptr @f]
@g = global i32 0
@al = alias void (i32), ptr @f

define void @f(i32 %x) {
  call void @ext(i32 %x)
  ret void
}

declare void @ext(i32)

^0 = module: (path: "a \22quoted\22 path.bc", hash: (0, 1, 4294967295, 3, 4))
^1 = gv: (name: "ext")
^2 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 1, noUnwind: 0, mayThrow: 1, hasUnknownCall: 1, mustBeUnreachable: 0), calls: ((callee: ^1, hotness: hot), (callee: ^1, relbf: 256, tail: 1)), typeIdInfo: (typeTests: (^6, 123456789), typeTestAssumeVCalls: (vFuncId: (^6, offset: 16), vFuncId: (guid: 77, offset: 8)), typeCheckedLoadVCalls: (vFuncId: (^6, offset: 16)), typeTestAssumeConstVCalls: ((vFuncId: (^6, offset: 16), args: (42)), (vFuncId: (^6, offset: 24))), typeCheckedLoadConstVCalls: ((vFuncId: (^6, offset: 16), args: (1, 2, 3)))), params: ((param: 0, offset: [0, 3]), (param: 1, offset: [-8, 8], calls: ((callee: ^1, param: 0, offset: [0, 0])))), refs: (^3, readonly ^4, writeonly ^4)))) ; guid = 14740650423002898831
^3 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1), varFlags: (readonly: 1, writeonly: 0, constant: 1, vcall_visibility: 2), vTableFuncs: ((virtFunc: ^2, offset: 16)), refs: (^2))))
^4 = gv: (name: "g", summaries: (variable: (module: ^0, flags: (linkage: external), varFlags: (readonly: 1, writeonly: 1))))
^5 = gv: (name: "al", summaries: (alias: (module: ^0, flags: (linkage: external), aliasee: ^2)))
^6 = typeid: (name: "tid", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7, alignLog2: 3, sizeM1: 1, bitMask: 2, inlineBits: 4), wpdResolutions: ((offset: 0, wpdRes: (kind: branchFunnel)), (offset: 8, wpdRes: (kind: singleImpl, singleImplName: "f")), (offset: 16, wpdRes: (kind: indir, resByArg: (args: (1, 2), byArg: (kind: indir, byte: 2, bit: 3), args: (3), byArg: (kind: uniformRetVal, info: 1), args: (4), byArg: (kind: uniqueRetVal, info: 1), args: (5), byArg: (kind: virtualConstProp, byte: 1, bit: 2))))))) ; guid = 123
^7 = typeid: (name: "unsat", summary: (typeTestRes: (kind: unsat, sizeM1BitWidth: 0)))
^8 = typeid: (name: "bytes", summary: (typeTestRes: (kind: byteArray, sizeM1BitWidth: 0)))
^9 = typeid: (name: "inl", summary: (typeTestRes: (kind: inline, sizeM1BitWidth: 0)))
^10 = typeid: (name: "one", summary: (typeTestRes: (kind: single, sizeM1BitWidth: 0)))
^11 = typeid: (name: "dunno", summary: (typeTestRes: (kind: unknown, sizeM1BitWidth: 0)))
^12 = flags: 97
^13 = blockcount: 1888
