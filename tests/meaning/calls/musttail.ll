; RUN: tollgate run %s --fn count --args 100,0
; CLAUSE: call: musttail is a call whose frame takes the place of the caller's
target datalayout = "e"

define i32 @count(i32 %n, i32 %s) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %done, label %more
done:
  ret i32 %s
more:
  %m = sub i32 %n, 1
  %t = add i32 %s, %n
  %r = musttail call i32 @count(i32 %m, i32 %t)
  ret i32 %r
}
