; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: phi: only the value of the edge that was taken counts
target datalayout = "e"

define i32 @f(i1 %c) {
  %p = add nuw i32 -1, 1
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi i32 [ 5, %a ], [ %p, %0 ]
  ret i32 %r
}
