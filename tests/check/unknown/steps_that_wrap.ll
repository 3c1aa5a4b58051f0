; RUN: tollgate check %s --no-refute
; Steps that go forward, each, can wrap together. If the source's one step stays in bounds, those of the target need not: what is between the ends is then everywhere. All pairs are wrong. (§12.3)
target datalayout = "e-p1:64:64:64:32"
define ptr @src_inbounds(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 4
  ret ptr %a
}
define ptr @tgt_inbounds(ptr %p) {
  %b = getelementptr inbounds i8, ptr %p, i64 9223372036854775807
  %c = getelementptr inbounds i8, ptr %b, i64 9223372036854775807
  %a = getelementptr inbounds i8, ptr %c, i64 6
  ret ptr %a
}
define ptr @src_nuw(ptr %p) {
  %a = getelementptr nuw i8, ptr %p, i64 4
  ret ptr %a
}
define ptr @tgt_nuw(ptr %p) {
  %b = getelementptr nuw i8, ptr %p, i64 9223372036854775807
  %c = getelementptr nuw i8, ptr %b, i64 9223372036854775807
  %a = getelementptr nuw i8, ptr %c, i64 6
  ret ptr %a
}
; Less than all of the way round, but more than an index can say.
define ptr @src_half(ptr %p) {
  %a = getelementptr nusw i8, ptr %p, i64 -9223372036854775808
  ret ptr %a
}
define ptr @tgt_half(ptr %p) {
  %b = getelementptr nusw i8, ptr %p, i64 4611686018427387904
  %a = getelementptr nusw i8, ptr %b, i64 4611686018427387904
  ret ptr %a
}
; By a narrower index.
define ptr addrspace(1) @src_narrow(ptr addrspace(1) %p) {
  %a = getelementptr inbounds i8, ptr addrspace(1) %p, i32 4
  ret ptr addrspace(1) %a
}
define ptr addrspace(1) @tgt_narrow(ptr addrspace(1) %p) {
  %b = getelementptr inbounds i8, ptr addrspace(1) %p, i32 2147483647
  %c = getelementptr inbounds i8, ptr addrspace(1) %b, i32 2147483647
  %a = getelementptr inbounds i8, ptr addrspace(1) %c, i32 6
  ret ptr addrspace(1) %a
}
; The address of an access.
define i8 @src_load(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 4
  %r = load i8, ptr %a
  ret i8 %r
}
define i8 @tgt_load(ptr %p) {
  %b = getelementptr inbounds i8, ptr %p, i64 9223372036854775807
  %c = getelementptr inbounds i8, ptr %b, i64 9223372036854775807
  %a = getelementptr inbounds i8, ptr %c, i64 6
  %r = load i8, ptr %a
  ret i8 %r
}
