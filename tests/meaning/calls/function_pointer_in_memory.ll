; RUN: tollgate run %s --fn f
; CLAUSE: call: pointers to functions can be stored and loaded
target datalayout = "e"

@p = global ptr @one

define i32 @one() {
  ret i32 1
}

define i32 @two() {
  ret i32 2
}

define i32 @f() {
  %a = load ptr, ptr @p
  %x = call i32 %a()
  store ptr @two, ptr @p
  %b = load ptr, ptr @p
  %y = call i32 %b()
  %m = mul i32 %y, 10
  %r = add i32 %m, %x
  ret i32 %r
}
