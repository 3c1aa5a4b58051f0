; RUN: tollgate check %s
; The call may never return, and then nothing is divided by zero. (§2.3, §3.6)
declare void @may_not_return()
define i32 @src(i32 %x, i32 %y) {
  call void @may_not_return()
  %quotient = udiv i32 %x, %y
  ret i32 %quotient
}
define i32 @tgt(i32 %x, i32 %y) {
  %quotient = udiv i32 %x, %y
  call void @may_not_return()
  ret i32 %quotient
}
; The same above a guard.
define i32 @src_guard(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %divide, label %done
divide:
  %quotient = sdiv i32 %x, %y
  br label %done
done:
  %result = phi i32 [ 0, %entry ], [ %quotient, %divide ]
  ret i32 %result
}
define i32 @tgt_guard(i1 %c, i32 %x, i32 %y) {
  %quotient = sdiv i32 %x, %y
  %result = select i1 %c, i32 %quotient, i32 0
  ret i32 %result
}
