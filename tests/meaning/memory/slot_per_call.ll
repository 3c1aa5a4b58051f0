; RUN: tollgate run %s --fn f --args 4
; CLAUSE: alloca: each activation of a function has its own slot
target datalayout = "e"

define i32 @f(i32 %n) {
  %p = alloca i32
  store i32 %n, ptr %p
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %done, label %more
more:
  %m = sub i32 %n, 1
  %s = call i32 @f(i32 %m)
  %mine = load i32, ptr %p
  %sum = add i32 %s, %mine
  ret i32 %sum
done:
  ret i32 0
}
