; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 127,1
; RUN: tollgate run %s --fn f --args 100,27
; CLAUSE: 'add' Instruction: with both flags either kind of wrap gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = add nuw nsw i8 %a, %b
  ret i8 %r
}
