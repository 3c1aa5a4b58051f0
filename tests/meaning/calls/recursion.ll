; RUN: tollgate run %s --fn f --args 6
; CLAUSE: call: functions may call themselves
target datalayout = "e"

define i32 @f(i32 %n) {
  %stop = icmp ule i32 %n, 1
  br i1 %stop, label %one, label %more
one:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %r = call i32 @f(i32 %m)
  %p = mul i32 %n, %r
  ret i32 %p
}
