; RUN: tollgate check %s --no-refute
; Near misses: steps without flags may wrap; those that do not may be made in other parts, as far as an index can say. (§12.3)
define ptr @src_no_flags(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 4
  ret ptr %a
}
define ptr @tgt_no_flags(ptr %p) {
  %b = getelementptr i8, ptr %p, i64 9223372036854775807
  %c = getelementptr i8, ptr %b, i64 9223372036854775807
  %a = getelementptr i8, ptr %c, i64 6
  ret ptr %a
}
define ptr @src_parts(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 9223372036854775807
  ret ptr %a
}
define ptr @tgt_parts(ptr %p) {
  %b = getelementptr inbounds i8, ptr %p, i64 9223372036854775800
  %c = getelementptr inbounds i8, ptr %b, i64 4
  %a = getelementptr inbounds i8, ptr %c, i64 3
  ret ptr %a
}
