; RUN: tollgate fmt %s
; RUN: tollgate fmt %s --no-verify

define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %then, label %join

then:
  %y = add i32 %x, 1
  br label %join

join:
  %z = add i32 %y, 1
  %w = icmp slt float 1.0, 2.0
  ret i32 %z
}

define private void @g() {
  call void @h(i32 1)
  ret void
}

declare void @h(i32)
declare private void @nowhere()
