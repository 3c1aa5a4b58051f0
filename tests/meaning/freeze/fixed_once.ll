; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: 'freeze' Instruction: all uses of one frozen value see the same number
define i2 @f(i2 %x) {
  %x.fixed = freeze i2 %x
  %r = xor i2 %x.fixed, %x.fixed
  ret i2 %r
}
