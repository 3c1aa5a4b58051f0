; RUN: tollgate run %s --fn f --args 255,1
; RUN: tollgate run %s --fn f --args 254,1
; RUN: tollgate run %s --fn f --args 127,1
; CLAUSE: 'add' Instruction: with nuw an unsigned wrap gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = add nuw i8 %a, %b
  ret i8 %r
}
