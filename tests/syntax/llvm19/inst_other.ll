; freeze, select, va_arg and phi in their forms.
define i32 @freezes(i32 %a, ptr %p, { i32, float } %s, <2 x i1> %v) {
  %1 = freeze i32 %a
  %2 = freeze ptr %p
  %3 = freeze { i32, float } %s
  %4 = freeze <2 x i1> %v
  %5 = freeze i32 undef
  %6 = freeze i32 poison, !note !0
  %7 = freeze [2 x i8] zeroinitializer
  ret i32 %1
}

define i32 @selects(i1 %c, i32 %a, i32 %b, <2 x i1> %m, <2 x ptr> %v, { i8 } %s) {
  %1 = select i1 %c, i32 %a, i32 %b
  %2 = select i1 true, i32 1, i32 2
  %3 = select <2 x i1> %m, <2 x ptr> %v, <2 x ptr> zeroinitializer
  %4 = select i1 %c, <2 x ptr> %v, <2 x ptr> poison
  %5 = select <2 x i1> <i1 true, i1 undef>, <2 x i8> <i8 1, i8 2>, <2 x i8> zeroinitializer
  %6 = select i1 %c, { i8 } %s, { i8 } undef
  %7 = select i1 %c, i32 %a, i32 poison, !prof !1, !unpredictable !0
  ret i32 %1
}

define i32 @variadic(ptr %list) {
  %1 = va_arg ptr %list, i32
  %2 = va_arg ptr %list, double
  %3 = va_arg ptr %list, ptr
  %4 = va_arg ptr %list, { i64, i64 }
  %5 = va_arg ptr null, i8, !note !0
  ret i32 %1
}

define i32 @phis(i1 %c, i32 %n) {
entry:
  br i1 %c, label %loop, label %exit

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ null, %entry ], [ @phis, %loop ]
  %v = phi <2 x i8> [ <i8 1, i8 2>, %entry ], [ undef, %loop ]
  %s = phi { i32, i8 } [ { i32 1, i8 2 }, %entry ], [ zeroinitializer, %loop ]
  %b = phi i1 [ true, %entry ], [ %b, %loop ]
  %f = phi float [ 1.0, %entry ], [ 0x7FF0000000000000, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  %r = phi i32 [ poison, %entry ], [ %next, %loop ], !note !0
  ret i32 %r

dead:
  %d = phi i32 [ %d, %dead ]
  br label %dead
}

!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 2}
