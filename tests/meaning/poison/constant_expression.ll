; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: Constant Expressions: a constant expression can be poison as its instruction can
define i8 @f() {
  ret i8 add nsw (i8 127, i8 1)
}

define i8 @g() {
  ret i8 add (i8 127, i8 1)
}
