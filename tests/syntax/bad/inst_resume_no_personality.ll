; ERROR: 4:80: personality expected
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare void @g()
define void @f() { invoke void @g() to label %a unwind label %b a: ret void b: %l = landingpad { ptr, i32 } cleanup resume { ptr, i32 } %l }
