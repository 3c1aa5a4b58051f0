; RUN: tollgate check %s
; In address space 0 nothing is at null. (§11a.3)
@real = global i32 0
declare void @use(ptr)
declare void @code()

define void @src1(ptr %p) {
  store i8 1, ptr %p
  call void @use(ptr %p)
  ret void
}
define void @tgt1(ptr %p) {
  store i8 1, ptr %p
  call void @use(ptr nonnull %p)
  ret void
}

define void @src2() {
  %a = alloca i8
  call void @use(ptr %a)
  call void @use(ptr @real)
  call void @use(ptr @code)
  ret void
}
define void @tgt2() {
  %a = alloca i8
  call void @use(ptr nonnull %a)
  call void @use(ptr nonnull align 4 dereferenceable(4) @real)
  call void @use(ptr nonnull @code)
  ret void
}

; What the source's `nonnull` makes poison is refined by every pointer.
define void @src3(ptr %p) {
  call void @use(ptr nonnull null)
  ret void
}
define void @tgt3(ptr %p) {
  call void @use(ptr %p)
  ret void
}
