; RUN: tollgate fmt %s

define i32 @f(i32 %x) {
  %y = ad i32 %x, 1
  %z = add i32 %q, 1
  ret i64 %z
}

@g = global i32 1.0
declare void @f2(%unknown)

define void @h() {
  %v = sub nuw i32 1, 2
  call void @nobody()
}
