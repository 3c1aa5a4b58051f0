; RUN: tollgate run %s --fn f --args <1,2>,2
; RUN: tollgate run %s --fn f --args <1,2>,poison
; RUN: tollgate run %s --fn f --args <1,2>,1
; RUN: tollgate run %s --fn f --args <1,2>,0
; CLAUSE: 'insertelement' Instruction: an index beyond the last lane makes the whole vector poison
define i8 @f(<2 x i8> %v, i32 %i) {
  %w = insertelement <2 x i8> %v, i8 9, i32 %i
  %r = extractelement <2 x i8> %w, i32 0
  ret i8 %r
}
