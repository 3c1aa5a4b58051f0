; ERROR: 3:18: infinitely large type
; NOTE: opt-19 accepts it; LLVM 20 and later refuse it.
%t = type { i32, %t }
@g = global %t zeroinitializer
