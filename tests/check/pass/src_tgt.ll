; RUN: tollgate check %s
; RUN: tollgate check %s --fn tgt2
define i32 @src(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @tgt(i32 %x) {
  %z = add i32 %x, 1
  ret i32 %z
}

declare void @outside(i32)
define void @src2(i32 %x) {
  call void @outside(i32 %x)
  ret void
}
define void @tgt2(i32 %renamed) {
  call void @outside(i32 %renamed)
  ret void
}
