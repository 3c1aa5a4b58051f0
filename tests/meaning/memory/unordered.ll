; RUN: tollgate run %s --fn f
; CLAUSE: atomic memory ordering: an unordered access is no observation (§1.3, §11.17)
target datalayout = "e"

@g = global i32 5

define i32 @f() {
  store atomic i32 7, ptr @g unordered, align 4
  %r = load atomic i32, ptr @g unordered, align 4
  ret i32 %r
}
