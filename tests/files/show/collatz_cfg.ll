; RUN: tollgate show %s --fn collatz --as cfg
; RUN: tollgate show %s --fn collatz --as ssa
; RUN: tollgate show %s --fn collatz --as cfg --format dot
; RUN: tollgate show %s --as cfg --format json
; RUN: tollgate show %s --fn nobody
; RUN: tollgate show %s --fn outside

define i32 @collatz(i32 noundef %n) {
entry:
  br label %loop

loop:
  %value = phi i32 [ %n, %entry ], [ %next, %step ]
  %count = phi i32 [ 0, %entry ], [ %more, %step ]
  %done = icmp eq i32 %value, 1
  br i1 %done, label %exit, label %step

step:
  %bit = and i32 %value, 1
  %odd = icmp ne i32 %bit, 0
  %half = lshr i32 %value, 1
  %triple = mul i32 %value, 3
  %up = add i32 %triple, 1
  %next = select i1 %odd, i32 %up, i32 %half
  %more = add i32 %count, 1
  switch i32 %more, label %loop [
    i32 1000, label %exit
    i32 1001, label %exit
  ]

exit:
  %r = phi i32 [ %count, %loop ], [ -1, %step ], [ -1, %step ]
  ret i32 %r
}

declare void @outside()
