; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: store and load: a poison lane poisons its own bytes only
target datalayout = "e"

define <2 x i16> @f() {
  %p = alloca <2 x i16>
  store <2 x i16> <i16 1, i16 poison>, ptr %p
  %r = load <2 x i16>, ptr %p
  ret <2 x i16> %r
}

define i32 @g() {
  %p = alloca <2 x i16>
  store <2 x i16> <i16 1, i16 poison>, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
