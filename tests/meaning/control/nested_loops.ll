; RUN: tollgate run %s --fn f --args 4
; CLAUSE: br: loops within loops
target datalayout = "e"

define i32 @f(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi i32 [ 0, %entry ], [ %t1, %next ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %t = phi i32 [ %s, %outer ], [ %t1, %inner ]
  %t1 = add i32 %t, 1
  %j1 = add i32 %j, 1
  %more = icmp ule i32 %j1, %i
  br i1 %more, label %inner, label %next
next:
  %i1 = add i32 %i, 1
  %again = icmp ult i32 %i1, %n
  br i1 %again, label %outer, label %out
out:
  ret i32 %t1
}
