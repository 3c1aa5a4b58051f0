; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 127
; CLAUSE: zext: with nneg a negative operand gives poison
target datalayout = "e"

define i16 @f(i8 %a) {
  %r = zext nneg i8 %a to i16
  ret i16 %r
}
