; RUN: tollgate check %s
; RUN: tollgate check %s --reading inaccessible-writes=observed
; RUN: tollgate check %s --reading inaccessible-writes=idempotent
; A function that only writes memory which no program can see, called once instead of twice. (§11.16, §11.20)
declare void @note(i32) nounwind willreturn memory(inaccessiblemem: write)

define void @src(i32 %x) {
  call void @note(i32 1)
  call void @note(i32 1)
  ret void
}
define void @tgt(i32 %x) {
  call void @note(i32 1)
  ret void
}

; Wrong under both: not at all, or with another number.
define void @src_none(i32 %x) {
  call void @note(i32 1)
  ret void
}
define void @tgt_none(i32 %x) {
  ret void
}
define void @src_other(i32 %x) {
  call void @note(i32 1)
  call void @note(i32 2)
  ret void
}
define void @tgt_other(i32 %x) {
  call void @note(i32 1)
  ret void
}
