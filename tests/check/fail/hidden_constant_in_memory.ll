; RUN: tollgate check %s
; The same with a number that is read from memory, behind another pointer.
define i32 @src(ptr %p) {
  %q = load ptr, ptr %p
  %field = getelementptr inbounds i8, ptr %q, i64 12
  %x = load i32, ptr %field
  ret i32 %x
}
define i32 @tgt(ptr %p) {
  %q = load ptr, ptr %p
  %field = getelementptr inbounds i8, ptr %q, i64 12
  %x = load i32, ptr %field
  %secret = icmp eq i32 %x, 305419896
  %y = select i1 %secret, i32 0, i32 %x
  ret i32 %y
}
