; RUN: tollgate check %s %s.after --no-refute
; The second file promises what the first does not, and nobody keeps it: that has to be shown. (@own says so itself, @calls of what it calls.) (§4.9)
declare void @outside(ptr)

define void @own(ptr %p) {
  ret void
}
define void @calls(ptr %p) {
  call void @outside(ptr %p)
  ret void
}
define void @dropped(ptr nonnull %p) nounwind {
  ret void
}
