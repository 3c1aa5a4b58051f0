; RUN: tollgate check %s --no-refute
; A source that is undefined whatever its input, and one that is undefined on a path: there the target is free, once it has done what comes before. (§2.3, §12.8)
declare void @f()
declare void @g()
declare void @take(i32 noundef)

define void @src1() {
  store i8 0, ptr null
  ret void
}
define void @tgt1() {
  call void @g()
  unreachable
}

define i32 @src2(i32 %x) {
  %r = udiv i32 %x, 0
  ret i32 %r
}
define i32 @tgt2(i32 %x) {
  ret i32 7
}

define void @src3() {
  call void @f()
  call void @take(i32 undef)
  ret void
}
define void @tgt3() {
  call void @f()
  call void @g()
  ret void
}

define i32 @src4(i1 %c) {
  br i1 %c, label %good, label %bad
bad:
  %v = load i32, ptr null
  call void @f()
  ret i32 %v
good:
  ret i32 1
}
define i32 @tgt4(i1 %c) {
  ret i32 1
}

define noundef i32 @src5(i1 %c) {
  ret i32 undef
}
define noundef i32 @tgt5(i1 %c) {
  unreachable
}
