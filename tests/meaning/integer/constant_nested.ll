; RUN: tollgate run %s --fn f
; CLAUSE: Constant Expressions: constant expressions nest
define i8 @f() {
  ret i8 add (i8 trunc (i32 xor (i32 4660, i32 255) to i8), i8 1)
}
