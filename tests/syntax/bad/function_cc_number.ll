; ERROR: 3:12: calling convention too large
; NOTE: opt-19 accepts it; the number overflows into other properties of the function (LLVM prints gc "").
declare cc 1024 void @f()
