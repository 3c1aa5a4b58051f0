; RUN: tollgate run %s --fn f --args true,20
; RUN: tollgate run %s --fn f --args false,20
; CLAUSE: br: a loop may be entered at two places
target datalayout = "e"

define i32 @f(i1 %c, i32 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = phi i32 [ 1, %entry ], [ %y1, %b ]
  %x1 = add i32 %x, 10
  br label %b
b:
  %y = phi i32 [ 2, %entry ], [ %x1, %a ]
  %y1 = add i32 %y, 1
  %go = icmp ult i32 %y1, %n
  br i1 %go, label %a, label %out
out:
  ret i32 %y1
}
