; RUN: tollgate run %s --fn even --args 10
; RUN: tollgate run %s --fn odd --args 10
; CLAUSE: call: functions may call each other
target datalayout = "e"

define i1 @even(i32 %n) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %yes, label %more
yes:
  ret i1 true
more:
  %m = sub i32 %n, 1
  %r = call i1 @odd(i32 %m)
  ret i1 %r
}

define i1 @odd(i32 %n) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %no, label %more
no:
  ret i1 false
more:
  %m = sub i32 %n, 1
  %r = call i1 @even(i32 %m)
  ret i1 %r
}
