; RUN: tollgate run %s --fn eq --args -1,255
; RUN: tollgate run %s --fn ne --args -1,255
; RUN: tollgate run %s --fn ne --args 1,2
; CLAUSE: icmp: eq and ne compare the bits
target datalayout = "e"

define i1 @eq(i8 %a, i8 %b) {
  %r = icmp eq i8 %a, %b
  ret i1 %r
}

define i1 @ne(i8 %a, i8 %b) {
  %r = icmp ne i8 %a, %b
  ret i1 %r
}
