; RUN: tollgate check %s --no-refute
; Deleted loops that are not known to end. 1: the loop makes an observation in every iteration. 2: nothing promises that it makes progress.
; 3: it must make progress, but a return comes after it, whose gate holds "the loop ended"; that is not shown although it would be right.
; (§2.7, §3.5, §4.8)
; Right twins: pass/loops_that_must_progress.ll

define void @src1(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %outer
outer:
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i.next, %loop ]
  store volatile i32 0, ptr %p
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %again
again:
  br label %outer
}
define void @tgt1(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %outer
outer:
  br label %outer
}

define void @src2(i32 noundef %n) {
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
define void @tgt2(i32 noundef %n) {
entry:
  br label %outer
outer:
  br label %outer
}

define void @src3(i32 noundef %n) mustprogress {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @tgt3(i32 noundef %n) mustprogress {
  ret void
}
