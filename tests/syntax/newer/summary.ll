; New in LLVM 22: noRenameOnPromotion in summaries.
@g = global i32 0

^0 = module: (path: "m.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "g", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 1), varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^2 = blockcount: 0
