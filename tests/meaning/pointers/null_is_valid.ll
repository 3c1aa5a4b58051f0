; RUN: tollgate run %s --fn f --args null
; CLAUSE: function attributes: with null_pointer_is_valid an access through null may be defined, so that it is not called undefined
target datalayout = "e"

define i8 @f(ptr %p) null_pointer_is_valid {
  %r = load i8, ptr %p
  ret i8 %r
}
