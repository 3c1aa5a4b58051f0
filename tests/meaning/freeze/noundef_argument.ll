; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; CLAUSE: 'freeze' Instruction: a frozen value satisfies noundef
define i8 @callee(i8 noundef %x) {
  %r = mul i8 %x, 0
  ret i8 %r
}

define i8 @f(i8 %x) {
  %x.fixed = freeze i8 %x
  %r = call i8 @callee(i8 noundef %x.fixed)
  ret i8 %r
}
