; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: freeze: a frozen condition is the same at every branch on it
target datalayout = "e"

define i32 @f(i1 %c) {
  %d = freeze i1 %c
  br i1 %d, label %a, label %b
a:
  br i1 %d, label %x, label %y
b:
  br i1 %d, label %y, label %x
x:
  ret i32 1
y:
  ret i32 2
}
