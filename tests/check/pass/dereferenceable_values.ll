; RUN: tollgate check %s
; The twin of unknown/dereferenceable_values.ll: what is loaded is the same. (§3.4, §4.7)
define void @src(ptr dereferenceable(8) align 8 %p, ptr %q) {
  %a = alloca ptr
  store ptr null, ptr %a
  %v = load ptr, ptr %p, !dereferenceable !0
  store ptr null, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(8) align 8 %p, ptr %q) {
  %v = load ptr, ptr %p, !dereferenceable !0
  store ptr null, ptr %p
  ret void
}

; What is loaded is defined, or the source is undefined.
define ptr @src_frozen(ptr dereferenceable(8) align 8 %p) {
  %v = load ptr, ptr %p, !dereferenceable_or_null !0
  %f = freeze ptr %v
  ret ptr %f
}
define ptr @tgt_frozen(ptr dereferenceable(8) align 8 %p) {
  %v = load ptr, ptr %p, !dereferenceable_or_null !0
  ret ptr %v
}

define ptr @src_dropped(ptr dereferenceable(8) align 8 %p) {
  %v = load ptr, ptr %p, !dereferenceable !0
  ret ptr %v
}
define ptr @tgt_dropped(ptr dereferenceable(8) align 8 %p) {
  %v = load ptr, ptr %p
  ret ptr %v
}

!0 = !{i64 8}
