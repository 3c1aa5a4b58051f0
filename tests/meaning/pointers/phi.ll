; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: phi: pointers join with what they are based on
target datalayout = "e"

@a = global i8 1

define i8 @f(i1 %c) {
  %s = alloca i8
  store i8 5, ptr %s
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr [ @a, %x ], [ %s, %0 ]
  %r = load i8, ptr %p
  ret i8 %r
}
