; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: freeze: a frozen value satisfies noundef
target datalayout = "e"

define i1 @callee(i1 noundef %x) {
  %r = xor i1 %x, %x
  ret i1 %r
}

define i1 @f(i1 %x) {
  %y = freeze i1 %x
  %r = call i1 @callee(i1 %y)
  ret i1 %r
}
