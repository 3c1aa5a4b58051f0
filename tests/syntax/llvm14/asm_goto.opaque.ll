; The opaque-pointer form of asm_goto.ll: "!" before the constraint, and the label no longer an argument.
define void @jumps(i32 %x) {
entry:
  callbr void asm sideeffect "jmp ${1:l}", "r,!X,~{dirflag},~{fpsr},~{flags}"(i32 %x) #0
          to label %fall [label %taken]

fall:                                             ; preds = %entry
  ret void

taken:                                            ; preds = %entry
  ret void
}

attributes #0 = { nounwind }
