; RUN: tollgate run %s --fn f
; CLAUSE: 'fcmp' Instruction: numbers that are equal as double differ as x86_fp80
define i1 @f() {
  %r = fcmp olt x86_fp80 0xK3FFF8000000000000000, 0xK3FFF8000000000000001
  ret i1 %r
}
