; RUN: tollgate check %s --no-refute
; A loop that must make progress and observes nothing may be deleted where no return, observation or loop comes after it. Both loops are in an
; endless one; in 2 there is an observation before each. The verdict names the assumption that the source makes progress. (§2.7, §4.8)
; Wrong twins: unknown/loops_that_need_not_progress.ll

declare void @f()

define void @src1(i32 noundef %n) mustprogress {
entry:
  br label %outer
outer:
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %again
again:
  br label %outer
}
define void @tgt1(i32 noundef %n) mustprogress {
entry:
  br label %outer
outer:
  br label %outer
}

define void @src2(i32 noundef %n) mustprogress {
entry:
  br label %outer
outer:
  call void @f()
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %outer
}
define void @tgt2(i32 noundef %n) mustprogress {
entry:
  br label %outer
outer:
  call void @f()
  br label %outer
}
