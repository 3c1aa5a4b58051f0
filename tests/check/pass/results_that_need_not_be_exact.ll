; RUN: tollgate check %s
; What is chosen once may be used twice, and the exact result is one of the choices. (§4.2)
define { float, float } @src_one(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %z = fdiv float %x, 3.0, !fpmath !0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %z, 1
  ret { float, float } %b
}
define { float, float } @tgt_one(float noundef %x) {
  %y = fdiv float %x, 3.0, !fpmath !0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define float @src_loop(ptr %p, i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fdiv float %x, 3.0, !fpmath !0
  %t = fadd float %s, %y
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %t
}
define float @tgt_loop(ptr %p, i64 noundef %n) {
entry:
  br label %loop
loop:
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %at
  %y = fdiv float %x, 3.0, !fpmath !0
  %t = fadd float %y, %s
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %t
}
!0 = !{float 2.5}
