; The summary entry of a type id with the vtables compatible with it.
; Read by llvm-as-19; opt-19, which skips summaries, does not know this kind of entry and refuses the file.
@v = internal constant [3 x ptr] zeroinitializer

^0 = module: (path: "m.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: internal), varFlags: (readonly: 1, writeonly: 0, constant: 1, vcall_visibility: 1))))
^2 = typeidCompatibleVTable: (name: "tid", summary: ((offset: 16, ^1), (offset: 24, ^1))) ; guid = 1268468993156103831
^3 = blockcount: 0
