; RUN: tollgate run %s --fn f
; CLAUSE: atomic memory ordering: acquire loads and release stores are observed
target datalayout = "e"

@g = global i32 5

define i32 @f() {
  store atomic i32 7, ptr @g release, align 4
  fence seq_cst
  %r = load atomic i32, ptr @g acquire, align 4
  ret i32 %r
}
