; RUN: tollgate check %s --no-refute
; The wrong twins of `pass/undefined_source.ll`: what the source does before it is undefined must be done, and null may be an address. (§2.3)
declare void @f()
declare void @g()
declare void @returns() willreturn nounwind

define void @src1() {
  call void @f()
  store i8 0, ptr null
  ret void
}
define void @tgt1() {
  call void @g()
  unreachable
}

define void @src2() {
  call void @f()
  store i8 0, ptr null
  ret void
}
define void @tgt2() {
  unreachable
}

define void @src3() {
  call void @returns()
  store i8 0, ptr null
  ret void
}
define void @tgt3() {
  call void @g()
  call void @returns()
  unreachable
}

define void @src4() null_pointer_is_valid {
  store i8 0, ptr null
  ret void
}
define void @tgt4() null_pointer_is_valid {
  unreachable
}

define i32 @src5(i1 %c) {
  br i1 %c, label %good, label %bad
bad:
  %v = load i32, ptr null
  ret i32 %v
good:
  ret i32 1
}
define i32 @tgt5(i1 %c) {
  ret i32 2
}

define i32 @src6(i1 %c) {
  br i1 %c, label %good, label %bad
bad:
  call void @f()
  %v = load i32, ptr null
  ret i32 %v
good:
  ret i32 1
}
define i32 @tgt6(i1 %c) {
  ret i32 1
}

define void @src7(i32 %x) {
  call void @returns()
  %r = udiv i32 1, %x
  ret void
}
define void @tgt7(i32 %x) {
  unreachable
}
