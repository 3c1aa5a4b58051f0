; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: 'switch' Instruction: a value of which any bit is undef is undefined behaviour
define i32 @f(i8 %x) {
  %m = and i8 %x, 1
  switch i8 %m, label %other [
    i8 1, label %one
  ]

one:
  ret i32 1

other:
  ret i32 2
}
