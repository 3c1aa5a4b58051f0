; RUN: tollgate check %s --no-refute
; What an operation chooses may be fixed where one place sees it. All up to src_decision are wrong: the targets show one choice of the source as two different
; values, for a signalling NaN that the operation quiets in one place. The others are right and not shown, since several places see the choice. (§4.2)
declare void @g(float)
declare void @gd(double)

; Behind a loop, what the last iteration chose.
define float @src_behind(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fmul float %x, 1.0
  call void @g(float %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %y
}
define float @tgt_behind(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fmul float %x, 1.0
  call void @g(float %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; The same, with an operation behind the loop that is the same node there; and with one that hands the choice on.
define float @src_twin(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fmul float %x, 1.0
  call void @g(float %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %d = fmul float %x, 1.0
  ret float %y
}
define float @tgt_twin(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fmul float %x, 1.0
  call void @g(float %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}
define float @src_copy(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fmul float %x, 1.0
  call void @g(float %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %m = fneg float %y
  %d = fneg float %m
  ret float %d
}
define float @tgt_copy(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fmul float %x, 1.0
  call void @g(float %y)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; A value from before a loop is seen in every iteration.
define void @src_before(float noundef %x, i1 noundef %again) {
entry:
  %y = fmul float %x, 1.0
  br label %loop
loop:
  call void @g(float %y)
  br i1 %again, label %second, label %exit
second:
  br label %loop
exit:
  ret void
}
define void @tgt_before(float noundef %x, i1 noundef %again) {
entry:
  %y = fmul float %x, 1.0
  br label %loop
loop:
  %z = phi float [ %y, %entry ], [ %x, %second ]
  call void @g(float %z)
  br i1 %again, label %second, label %exit
second:
  br label %loop
exit:
  ret void
}

; A value from before a loop on its back edge: every iteration but the first sees it.
define void @src_back(float noundef %x, float noundef %z, i1 noundef %again) {
entry:
  %y = fmul float %x, 1.0
  br label %loop
loop:
  %v = phi float [ %z, %entry ], [ %y, %loop ]
  call void @g(float %v)
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
define void @tgt_back(float noundef %x, float noundef %z, i1 noundef %again) {
entry:
  %y = fmul float %x, 1.0
  br label %loop
loop:
  %v = phi float [ %z, %entry ], [ %w, %loop ]
  %w = phi float [ %y, %entry ], [ %x, %loop ]
  call void @g(float %v)
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; One use met operand by operand, another one by a rule that looks into it.
define float @src_inner(i32 %a) {
  %i = add nsw i32 %a, 1
  %x = bitcast i32 %i to float
  %w = fpext float %x to double
  call void @gd(double %w)
  %n = fptrunc double %w to float
  ret float %n
}
define float @tgt_inner(i32 %a) {
  %i = add i32 %a, 1
  %x = bitcast i32 %i to float
  %w = fpext float %x to double
  call void @gd(double %w)
  ret float %x
}

; Both uses are defined.
define void @src_twice(i32 noundef %a) {
  %i = add nsw i32 %a, 1
  %x = bitcast i32 %i to float
  %w = fmul float %x, 1.0
  call void @g(float %w)
  call void @g(float %w)
  ret void
}
define void @tgt_twice(i32 noundef %a) {
  %i = add i32 %a, 1
  %x = bitcast i32 %i to float
  %w = fmul float %x, 1.0
  call void @g(float %w)
  call void @g(float %x)
  ret void
}

; The operation goes into a decision.
define float @src_decision(i1 noundef %c, float noundef %x, float noundef %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %v = phi float [ %x, %a ], [ %y, %b ]
  %m = fmul float %v, 1.0
  call void @g(float %m)
  br i1 %c, label %t, label %e
t:
  ret float %m
e:
  ret float 0.0
}
define float @tgt_decision(i1 noundef %c, float noundef %x, float noundef %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %v = phi float [ %x, %a ], [ %y, %b ]
  call void @g(float %v)
  br i1 %c, label %t, label %e
t:
  %m = fmul float %x, 1.0
  ret float %m
e:
  ret float 0.0
}

; Right, all of them.
define float @src_everywhere(float noundef %x, ptr %p) {
  %y = fadd float %x, -0.0
  call void @g(float %y)
  store float %y, ptr %p
  ret float %y
}
define float @tgt_everywhere(float noundef %x, ptr %p) {
  call void @g(float %x)
  store float %x, ptr %p
  ret float %x
}
define void @src_loop(ptr %p, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fsub float %x, 0.0
  store float %y, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
define void @tgt_loop(ptr %p, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  store float %x, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
define { float, float } @src_exact(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @tgt_exact(float noundef %x) {
  %y = fdiv float %x, 3.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @src_outer(float noundef %x, float noundef %y) {
  %v = fmul float %x, %y
  %w = fmul float %v, 1.0
  %a = insertvalue { float, float } undef, float %v, 0
  %b = insertvalue { float, float } %a, float %w, 1
  ret { float, float } %b
}
define { float, float } @tgt_outer(float noundef %x, float noundef %y) {
  %v = fmul float %x, %y
  %a = insertvalue { float, float } undef, float %v, 0
  %b = insertvalue { float, float } %a, float %v, 1
  ret { float, float } %b
}
!0 = !{float 2.5}
