; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: §1.3, §2.3: what was observed before undefined behaviour stays observed
declare void @outside(i32)

define void @f(i32 %b) {
  call void @outside(i32 1)
  %q = udiv i32 1, %b
  call void @outside(i32 %q)
  ret void
}
