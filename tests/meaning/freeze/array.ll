; RUN: tollgate run %s --fn f
; CLAUSE: 'freeze' Instruction: nested parts are fixed as well
define i1 @f() {
  %s.fixed = freeze { i8, [2 x i1] } { i8 poison, [2 x i1] [i1 true, i1 undef] }
  %a = extractvalue { i8, [2 x i1] } %s.fixed, 1, 0
  %b = extractvalue { i8, [2 x i1] } %s.fixed, 1, 1
  %c = extractvalue { i8, [2 x i1] } %s.fixed, 1, 1
  %d = xor i1 %b, %c
  %r = xor i1 %a, %d
  ret i1 %r
}
