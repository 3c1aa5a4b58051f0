; RUN: tollgate run %s --fn f --choices symbolic
; CLAUSE: Constant Expressions: undef in a constant expression is a choice as in the instruction
define i8 @f() {
  ret i8 xor (i8 undef, i8 3)
}
