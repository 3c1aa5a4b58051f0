; RUN: tollgate run %s --fn f --args <5,6,7>,0
; RUN: tollgate run %s --fn f --args <5,6,7>,2
; RUN: tollgate run %s --fn f --args <5,poison,7>,2
; CLAUSE: 'extractelement' Instruction: the index may be a variable of any width and is unsigned
define i8 @f(<3 x i8> %a, i16 %b) {
  %r = extractelement <3 x i8> %a, i16 %b
  ret i8 %r
}
