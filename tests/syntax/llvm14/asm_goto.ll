; asm goto as LLVM 14 writes it: the labels are also arguments, with constraint X.
define void @jumps(i32 %x) {
entry:
  callbr void asm sideeffect "jmp ${1:l}", "r,X,~{dirflag},~{fpsr},~{flags}"(i32 %x, i8* blockaddress(@jumps, %taken)) #0
          to label %fall [label %taken]

fall:                                             ; preds = %entry
  ret void

taken:                                            ; preds = %entry
  ret void
}

attributes #0 = { nounwind }
