; RUN: tollgate check %s
; What is loaded is what was stored, or both functions may load poison: near misses of unknown/slots_of_callers.ll. (§11.5, §11.6)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @new(i64)
declare void @use(ptr)
@g = global i32 0
@a = global [8 x i32] zeroinitializer

; A global is no slot.
define i32 @src_global() {
  %u = load i32, ptr @g
  store i32 1, ptr @g
  ret i32 1
}
define i32 @tgt_global() {
  store i32 1, ptr @g
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @src_element(i64 %i, i32 %x) {
  %p = getelementptr [8 x i32], ptr @a, i64 0, i64 %i
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  ret i32 %x
}
define i32 @tgt_element(i64 %i, i32 %x) {
  %p = getelementptr [8 x i32], ptr @a, i64 0, i64 %i
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; A slot of its own.
define i32 @src_own(i32 %x) {
  %s = alloca i32
  call void @use(ptr %s)
  %u = load i32, ptr %s
  store i32 %x, ptr %s
  ret i32 %x
}
define i32 @tgt_own(i32 %x) {
  %s = alloca i32
  call void @use(ptr %s)
  store i32 %x, ptr %s
  %v = load i32, ptr %s
  ret i32 %v
}

; A new object.
define i32 @src_new(i32 %x) {
  %p = call noalias ptr @new(i64 4)
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  ret i32 %x
}
define i32 @tgt_new(i32 %x) {
  %p = call noalias ptr @new(i64 4)
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; It is promised to be there.
define i32 @src_promised(ptr dereferenceable(8) %p, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %x, ptr %q
  %u = load i32, ptr %q
  ret i32 %x
}
define i32 @tgt_promised(ptr dereferenceable(8) %p, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %x, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @src_by_value(ptr byval([8 x i32]) %p, i64 %i, i32 %x) {
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 %x, ptr %q
  %u = load i32, ptr %q
  ret i32 %x
}
define i32 @tgt_by_value(ptr byval([8 x i32]) %p, i64 %i, i32 %x) {
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 %x, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @src_result(ptr sret({ i32, i32 }) %p, i32 %x) {
  store i32 %x, ptr %p
  %u = load i32, ptr %p
  ret i32 %x
}
define i32 @tgt_result(ptr sret({ i32, i32 }) %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; Only the source loads what it stored: by which poison is refined.
define i32 @src_forwarded(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  ret i32 %w
}
define i32 @tgt_forwarded(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %w = add i32 %x, 1
  ret i32 %w
}

; Both load it, and compute with it in other ways.
define i32 @src_both(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  %z = add i32 %w, 1
  ret i32 %z
}
define i32 @tgt_both(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 2
  ret i32 %w
}

; Both load what was stored first, only the source what was stored then.
define i32 @src_one(ptr %p, ptr %q, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %q
  %z = load i32, ptr %q
  ret i32 %z
}
define i32 @tgt_one(ptr %p, ptr %q, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %q
  ret i32 %w
}

; Both branch on it.
define i32 @src_branch(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %then, label %end
then:
  ret i32 1
end:
  ret i32 %v
}
define i32 @tgt_branch(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %c = icmp ne i32 %v, 0
  br i1 %c, label %end, label %then
then:
  ret i32 1
end:
  ret i32 %x
}

; Stores that are dead or repeated have no effect in a dead slot either.
define void @src_stores(ptr %p, i32 %x) {
  store i32 1, ptr %p
  store i32 %x, ptr %p
  store i32 %x, ptr %p
  ret void
}
define void @tgt_stores(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  ret void
}

; Nothing is stored where the target loads.
define i32 @src_before(ptr %p, ptr noalias %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr @g
  ret i32 %v
}
define i32 @tgt_before(ptr %p, ptr noalias %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr @g
  %w = load i32, ptr @g
  ret i32 %w
}
