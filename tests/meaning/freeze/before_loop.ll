; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: 'freeze' Instruction: a freeze before a loop is one choice for all iterations
define i1 @f(i1 %x) {
entry:
  %x.fixed = freeze i1 %x
  br label %loop

loop:
  %first = phi i1 [ true, %entry ], [ false, %loop ]
  %sum = phi i1 [ false, %entry ], [ %sum.next, %loop ]
  %sum.next = xor i1 %sum, %x.fixed
  br i1 %first, label %loop, label %done

done:
  ret i1 %sum.next
}
