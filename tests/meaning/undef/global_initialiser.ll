; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn k
; CLAUSE: global variables: an undef initialiser leaves the memory undef, byte by byte
target datalayout = "e"

@g = global i32 undef
@h = global [2 x i8] [i8 1, i8 undef]

define i32 @f() {
  %r = load i32, ptr @g
  ret i32 %r
}

define i16 @k() {
  %r = load i16, ptr @h
  ret i16 %r
}
