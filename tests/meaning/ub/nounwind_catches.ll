; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: Function Attributes: an exception that a nounwind function catches has not left it
define void @throw(i1 %c) personality ptr @personality {
  br i1 %c, label %yes, label %no

yes:
  resume { ptr, i32 } { ptr null, i32 3 }

no:
  ret void
}

declare i32 @personality(...)

define i32 @f(i1 %c) nounwind personality ptr @personality {
  invoke void @throw(i1 %c)
          to label %fine unwind label %pad

fine:
  ret i32 1

pad:
  %e = landingpad { ptr, i32 }
          catch ptr null
  ret i32 2
}
