; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: Parameter Attributes: noundef counts for invoke as for call
define void @callee(i32 noundef %x) {
  ret void
}

define i32 @f(i32 %x) personality ptr @personality {
  invoke void @callee(i32 %x) to label %fine unwind label %pad

fine:
  ret i32 1

pad:
  %e = landingpad { ptr, i32 }
          cleanup
  ret i32 2
}

declare i32 @personality(...)
