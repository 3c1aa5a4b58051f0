; RUN: tollgate run %s --fn f --args <5,6,7>,3
; RUN: tollgate run %s --fn f --args <5,6,7>,-1
; RUN: tollgate run %s --fn f --args <5,6,7>,poison
; CLAUSE: 'extractelement' Instruction: an index beyond the last lane gives poison
define i8 @f(<3 x i8> %a, i8 %b) {
  %r = extractelement <3 x i8> %a, i8 %b
  ret i8 %r
}
