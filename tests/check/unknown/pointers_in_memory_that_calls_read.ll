; RUN: tollgate check %s
; A call that nobody observes is a function of what it reads, and of the pointers that are stored there. The pair is wrong. What the printed commands answer for the source is not
; what the check has seen: a replay does not yet know such a call again. (§7.1)
@m1 = global i32 0
@m2 = global i32 0
declare i32 @sum_all(ptr nocapture readonly) memory(read) nounwind willreturn
define i32 @src13() {
  %a = alloca ptr
  store ptr @m1, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
define i32 @tgt13() {
  %a = alloca ptr
  store ptr @m2, ptr %a
  %r = call i32 @sum_all(ptr %a)
  ret i32 %r
}
