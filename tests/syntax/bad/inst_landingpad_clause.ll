; ERROR: 9:3: clause expected
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @g()
define void @f() personality ptr null {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 }
  unreachable
}
