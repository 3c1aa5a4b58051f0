; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: 'switch' Instruction: an undef value is undefined behaviour, even if all cases go to one place
define i32 @f(i8 %x) {
  switch i8 %x, label %next [
    i8 1, label %next
  ]

next:
  ret i32 1
}
