; RUN: tollgate check %s --no-refute
; What has one type refines undef and poison of that type, also as an operand of an operation with
; another result. (§2.4, §4.4)
declare void @print(ptr, ...)

define i3 @src_sign(i1 noundef %x) {
  %a = sext i1 undef to i3
  ret i3 %a
}
define i3 @tgt_sign(i1 noundef %x) {
  %a = sext i1 %x to i3
  ret i3 %a
}

define float @src_number(i8 noundef %x) {
  %a = sitofp i8 undef to float
  ret float %a
}
define float @tgt_number(i8 noundef %x) {
  %a = sitofp i8 %x to float
  ret float %a
}

define void @src_printed(i64 noundef %x) {
  call void (ptr, ...) @print(ptr null, i64 undef)
  ret void
}
define void @tgt_printed(i64 noundef %x) {
  call void (ptr, ...) @print(ptr null, i64 %x)
  ret void
}

define void @src_poison(i64 %x) {
  call void (ptr, ...) @print(ptr null, i64 poison)
  ret void
}
define void @tgt_poison(i64 %x) {
  call void (ptr, ...) @print(ptr null, i64 %x)
  ret void
}
