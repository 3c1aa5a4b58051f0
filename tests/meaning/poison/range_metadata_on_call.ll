; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: 'range' Metadata: the result of a call outside of the range is poison
define i8 @callee(i8 %x) {
  ret i8 %x
}

define i8 @f(i8 %x) {
  %r = call i8 @callee(i8 %x), !range !0
  ret i8 %r
}

!0 = !{i8 -1, i8 5}
