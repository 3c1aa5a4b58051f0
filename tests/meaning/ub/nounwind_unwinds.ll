; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: Function Attributes: an exception that leaves a nounwind function is undefined behaviour
define void @throw(i1 %c) personality ptr @personality {
  br i1 %c, label %yes, label %no

yes:
  resume { ptr, i32 } { ptr null, i32 3 }

no:
  ret void
}

declare i32 @personality(...)

define i32 @f(i1 %c) nounwind {
  call void @throw(i1 %c)
  ret i32 1
}
