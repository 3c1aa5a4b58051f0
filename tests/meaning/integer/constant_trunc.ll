; RUN: tollgate run %s --fn f
; CLAUSE: Constant Expressions: trunc of a constant drops the high bits
define i8 @f() {
  ret i8 trunc (i32 511 to i8)
}
