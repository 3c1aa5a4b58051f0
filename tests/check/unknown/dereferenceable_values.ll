; RUN: tollgate check %s --no-refute
; Whether what is loaded is dereferenceable is a question of the value, which is another one after a
; store. (§3.4, §4.7)
define void @src(ptr dereferenceable(8) align 8 %p) {
  %v = load ptr, ptr %p, !dereferenceable !0
  store ptr null, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(8) align 8 %p) {
  store ptr null, ptr %p
  %v = load ptr, ptr %p, !dereferenceable !0
  ret void
}

define void @src_or_null(ptr dereferenceable(8) align 8 %p, ptr %q) {
  %v = load ptr, ptr %p, !dereferenceable_or_null !0
  store ptr %q, ptr %p
  ret void
}
define void @tgt_or_null(ptr dereferenceable(8) align 8 %p, ptr %q) {
  store ptr %q, ptr %p
  %v = load ptr, ptr %p, !dereferenceable_or_null !0
  ret void
}

!0 = !{i64 8}
