; A combined index: several modules, guid instead of names, several summaries for one value; no IR at all.
^0 = module: (path: "one.bc", hash: (1, 2, 3, 4, 5))
^1 = module: (path: "two.bc", hash: (0, 0, 0, 0, 0))
^2 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: protected, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 1, importType: declaration), insts: 1, calls: ((callee: ^3, hotness: unknown), (callee: ^3, hotness: cold), (callee: ^3, hotness: none), (callee: ^3, hotness: critical))), function: (module: ^1, flags: (linkage: weak_odr), insts: 5)))
^3 = gv: (guid: 18446744073709551615)
^4 = gv: (guid: 4, summaries: (alias: (module: ^0, flags: (linkage: weak), aliasee: ^2)))
^5 = gv: (guid: 5, summaries: (variable: (module: ^0, flags: (linkage: common), varFlags: (readonly: 0, writeonly: 0, constant: 0))))
^6 = gv: (guid: 6, summaries: (function: (module: ^0, flags: (linkage: available_externally), insts: 9, callsites: ((callee: ^3, clones: (0, 1), stackIds: (8632435727821051414, 1)), (callee: null, clones: (0), stackIds: (9))), allocs: ((versions: (none, notcold, cold, hot), memProf: ((type: notcold, stackIds: (1, 2)), (type: cold, stackIds: (1, 3)), (type: hot, stackIds: (4))))), params: ((param: 0, offset: [0, 1])))))
^7 = typeid: (name: "t", summary: (typeTestRes: (kind: single, sizeM1BitWidth: 0)))
^8 = flags: 8
^9 = blockcount: 1
