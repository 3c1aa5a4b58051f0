; RUN: tollgate run %s --fn f --args false,0
; RUN: tollgate run %s --fn f --args true,0
; RUN: tollgate run %s --fn f --args true,3
; CLAUSE: 'udiv' Instruction: a division that is not reached does nothing
define i32 @f(i1 %c, i32 %b) {
  br i1 %c, label %divide, label %done

divide:
  %q = udiv i32 6, %b
  ret i32 %q

done:
  ret i32 7
}
