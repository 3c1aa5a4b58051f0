; RUN: tollgate run %s --fn f --choices all
; RUN: tollgate run %s --fn g --choices symbolic
; CLAUSE: 'load' Instruction: memory that was never written is undef, not poison (§11.1: LLVM 19 against Alive2)
define i1 @f() {
  %p = alloca i1, align 1
  %a = load i1, ptr %p, align 1
  %b = load i1, ptr %p, align 1
  %d = xor i1 %a, %b
  %r = freeze i1 %d
  ret i1 %r
}

define i8 @g() {
  %p = alloca i8, align 1
  %a = load i8, ptr %p, align 1
  %r = and i8 %a, 1
  ret i8 %r
}
