; RUN: tollgate run %s --fn f --args true --choices all
; RUN: tollgate run %s --fn g --args true --choices all
; CLAUSE: 'freeze' Instruction: the parts of an aggregate are fixed each by itself
define i1 @f(i1 %x) {
  %s = insertvalue { i1, i1 } poison, i1 %x, 0
  %s.fixed = freeze { i1, i1 } %s
  %r = extractvalue { i1, i1 } %s.fixed, 0
  ret i1 %r
}

define i1 @g(i1 %x) {
  %s = insertvalue { i1, i1 } poison, i1 %x, 0
  %s.fixed = freeze { i1, i1 } %s
  %r = extractvalue { i1, i1 } %s.fixed, 1
  ret i1 %r
}
