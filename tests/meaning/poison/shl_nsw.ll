; RUN: tollgate run %s --fn f --args 64,1
; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args -64,1
; RUN: tollgate run %s --fn f --args 1,6
; RUN: tollgate run %s --fn f --args -1,7
; CLAUSE: 'shl' Instruction: with nsw a bit shifted out that disagrees with the resulting sign bit gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = shl nsw i8 %a, %b
  ret i8 %r
}
