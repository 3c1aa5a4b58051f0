; RUN: tollgate check %s
; `llvm.sideeffect` keeps a loop from being assumed to end: the targets return where the sources go round for ever. (§2.7, §11.18)
define void @src1(i1 %c) mustprogress {
entry:
  br i1 %c, label %loop, label %exit
loop:
  call void @llvm.sideeffect()
  br label %loop
exit:
  ret void
}
define void @tgt1(i1 %c) mustprogress {
  ret void
}
define i32 @src2(i32 %n) mustprogress {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.sideeffect()
  %next = add i32 %i, 2
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i32 0
}
define i32 @tgt2(i32 %n) mustprogress {
  ret i32 0
}
declare void @llvm.sideeffect()
