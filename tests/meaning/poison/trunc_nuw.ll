; RUN: tollgate run %s --fn f --args 256
; RUN: tollgate run %s --fn f --args 255
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: 'trunc .. to' Instruction: with nuw a set bit that is dropped gives poison
define i8 @f(i16 %a) {
  %r = trunc nuw i16 %a to i8
  ret i8 %r
}
