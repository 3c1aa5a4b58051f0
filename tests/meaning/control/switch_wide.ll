; RUN: tollgate run %s --fn f --args 18446744073709551616
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: switch: compares all bits of wide integers
target datalayout = "e"

define i32 @f(i128 %x) {
  switch i128 %x, label %d [ i128 18446744073709551616, label %a ]
a:
  ret i32 1
d:
  ret i32 2
}
