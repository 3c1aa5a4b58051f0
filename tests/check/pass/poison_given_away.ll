; RUN: tollgate check %s
; What the outside does to an object does not depend on whether a pointer to it was poison. These pairs are right, or may be. (§2.4)
declare ptr @obtain() nounwind
declare void @use(ptr) nounwind
define i8 @src1(i64 noundef %n) {
  %p = call ptr @obtain()
  %q = getelementptr inbounds i8, ptr %p, i64 %n
  call void @use(ptr %q)
  %r = load i8, ptr %p
  ret i8 %r
}
define i8 @tgt1(i64 noundef %n) {
  %p = call ptr @obtain()
  %q = getelementptr i8, ptr %p, i64 %n
  call void @use(ptr %q)
  %r = load i8, ptr %p
  ret i8 %r
}
