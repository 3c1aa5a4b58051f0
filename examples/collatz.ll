; How many steps the Collatz sequence of %n takes to reach 1.

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
  %triple = mul nuw i32 %value, 3
  %up = add nuw i32 %triple, 1
  %next = select i1 %odd, i32 %up, i32 %half
  %more = add nuw i32 %count, 1
  br label %loop

exit:
  ret i32 %count
}
