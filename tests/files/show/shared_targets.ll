; RUN: tollgate show %s --as gates
; RUN: tollgate show %s --as gates --format dot
; RUN: tollgate show %s --as gates --format json

; A switch of which several cases, and the default with one of its own, lead to one block.
define i32 @classify(i32 %x, i1 %strict) {
entry:
  switch i32 %x, label %other [
    i32 0, label %join
    i32 1, label %small
    i32 2, label %small
    i32 3, label %other
    i32 4, label %join
  ]

small:
  br i1 %strict, label %join, label %other

other:
  %kind = phi i32 [ 30, %entry ], [ 30, %entry ], [ 31, %small ]
  br label %join

join:
  %result = phi i32 [ 1, %entry ], [ 1, %entry ], [ 2, %small ], [ %kind, %other ]
  ret i32 %result
}
