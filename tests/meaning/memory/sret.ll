; RUN: tollgate run %s --fn f
; CLAUSE: parameter attributes: sret is a place for the result
target datalayout = "e"

define void @callee(ptr sret({ i32, i32 }) %p) {
  store i32 1, ptr %p
  %q = getelementptr { i32, i32 }, ptr %p, i32 0, i32 1
  store i32 2, ptr %q
  ret void
}

define i32 @f() {
  %p = alloca { i32, i32 }
  call void @callee(ptr sret({ i32, i32 }) %p)
  %q = getelementptr { i32, i32 }, ptr %p, i32 0, i32 1
  %r = load i32, ptr %q
  ret i32 %r
}
