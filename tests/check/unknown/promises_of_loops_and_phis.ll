; RUN: tollgate check %s --no-refute
; What only the target promises of a loop, or of a value that is joined. (§4.9)

; For odd numbers the loop never ends, and the source may do that.
define void @src1(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 2
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
define void @tgt1(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 2
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

; A NaN is poison.
define float @src2(i1 noundef %c, float %a, float %b) {
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %r = phi float [ %a, %0 ], [ %b, %yes ]
  ret float %r
}
define float @tgt2(i1 noundef %c, float %a, float %b) {
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %r = phi nnan float [ %a, %0 ], [ %b, %yes ]
  ret float %r
}

; So is what becomes infinite in a loop.
define float @src3(i32 noundef %n, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ %x, %entry ], [ %sum, %loop ]
  %sum = fadd float %s, 1.0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret float %sum
}
define float @tgt3(i32 noundef %n, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi ninf float [ %x, %entry ], [ %sum, %loop ]
  %sum = fadd float %s, 1.0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret float %sum
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
