; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'phi' Instruction: only the value that belongs to the edge that was taken counts
define i32 @f(i1 %c) {
entry:
  %p = add nuw i32 -1, 1
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %r = phi i32 [ 5, %then ], [ %p, %entry ]
  ret i32 %r
}
