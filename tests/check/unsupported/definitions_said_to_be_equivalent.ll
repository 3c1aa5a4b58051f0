; RUN: tollgate check %s %s.after --no-refute
; That all definitions of a name are equivalent (`_odr`) is a promise of the second file alone. (§11a.1)
define weak void @weak() {
  ret void
}
define linkonce_odr void @odr() {
  ret void
}

define void @calls_weak() {
  call void @weak()
  ret void
}
define void @calls_odr() {
  call void @odr()
  ret void
}
