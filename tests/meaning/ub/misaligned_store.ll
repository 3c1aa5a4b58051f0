; RUN: tollgate run %s --fn f
; CLAUSE: store: an access without an alignment has the alignment of its type
target datalayout = "e"

define void @f() {
  %p = alloca [16 x i8], align 16
  %q = getelementptr i8, ptr %p, i64 2
  store i32 0, ptr %q
  ret void
}
