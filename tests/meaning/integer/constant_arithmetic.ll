; RUN: tollgate run %s --fn add
; RUN: tollgate run %s --fn sub
; RUN: tollgate run %s --fn xor
; CLAUSE: Constant Expressions: arithmetic of constants wraps as the instruction does
define i8 @add() {
  ret i8 add (i8 100, i8 100)
}

define i8 @sub() {
  ret i8 sub (i8 -128, i8 1)
}

define i8 @xor() {
  ret i8 xor (i8 -1, i8 15)
}
