; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args true --choices all
; CLAUSE: 'freeze' Instruction: each execution of a freeze in a loop chooses anew
define i1 @f(i1 %x) {
entry:
  br label %loop

loop:
  %first = phi i1 [ true, %entry ], [ false, %loop ]
  %sum = phi i1 [ false, %entry ], [ %sum.next, %loop ]
  %x.fixed = freeze i1 %x
  %sum.next = xor i1 %sum, %x.fixed
  br i1 %first, label %loop, label %done

done:
  ret i1 %sum.next
}
