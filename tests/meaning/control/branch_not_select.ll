; RUN: tollgate run %s --fn f --args false,0
; RUN: tollgate run %s --fn g --args false,0
; RUN: tollgate run %s --fn f --args true,5
; CLAUSE: br: unlike select, what is computed on the way not taken is never computed
target datalayout = "e"

define i32 @f(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  %q = udiv i32 100, %x
  ret i32 %q
b:
  ret i32 0
}

define i32 @g(i1 %c, i32 %x) {
  %s = udiv i32 100, %x
  %r = select i1 %c, i32 %s, i32 0
  ret i32 %r
}
