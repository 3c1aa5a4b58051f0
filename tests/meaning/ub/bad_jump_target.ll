; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: indirectbr: an address that is none of the listed blocks is undefined behaviour
target datalayout = "e"

define i32 @f(i1 %c) {
  %a = select i1 %c, ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)
  indirectbr ptr %a, [label %one]
one:
  ret i32 1
two:
  ret i32 2
}
