; RUN: tollgate check %s %s.after --fn caller
; The second file promises that @callee does not unwind. Whether it keeps that is for its own pair to say; this one names it as an assumption. (§4.9)
define i32 @callee(i32 %x) {
  ret i32 %x
}

define i32 @caller(i32 %x) {
  %y = call i32 @callee(i32 %x)
  ret i32 %y
}
