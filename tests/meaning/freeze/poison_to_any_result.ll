; RUN: tollgate run %s --fn f --args true --choices all
; RUN: tollgate run %s --fn f --args false --choices all
; CLAUSE: 'freeze' Instruction: the number need not be what the operation would have wrapped to
define i1 @f(i1 %x) {
  %p = add nuw i1 %x, true
  %r = freeze i1 %p
  ret i1 %r
}
