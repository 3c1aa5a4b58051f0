; RUN: tollgate run %s --fn f --args null
; CLAUSE: function attributes: with null_pointer_is_valid null is an address as others, but no object lies there
target datalayout = "e"

define i8 @f(ptr %p) null_pointer_is_valid {
  %r = load i8, ptr %p
  ret i8 %r
}
