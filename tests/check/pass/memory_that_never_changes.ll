; RUN: tollgate check %s
; The twin of unknown/memory_that_never_changes.ll: what the target writes to memory that is read by
; `!invariant.load` the source writes too, or it is other memory. (§4.9, §11.20)

; One load more, at another time: the source has one.
define i32 @src_again(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 5, ptr %p
  store i32 5, ptr %p
  ret i32 5
}
define i32 @tgt_again(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 5, ptr %p
  %w = load i32, ptr %p, !invariant.load !0
  ret i32 5
}

; A store less.
define i32 @src_less(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  store i32 7, ptr %p
  store i32 %x, ptr %p
  ret i32 %v
}
define i32 @tgt_less(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %x
}

; Under a condition, and in another order.
define i32 @src_order(ptr %p, ptr %q, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  store i32 5, ptr %p
  br label %join
b:
  store i32 6, ptr %q
  br label %join
join:
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %v
}
define i32 @tgt_order(ptr %p, ptr %q, i1 noundef %c) {
  %not = xor i1 %c, true
  br i1 %not, label %b, label %a
b:
  store i32 6, ptr %q
  %w = load i32, ptr %p, !invariant.load !0
  br label %join
a:
  store i32 5, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  br label %join
join:
  %r = phi i32 [ 5, %a ], [ %w, %b ]
  ret i32 %r
}

; The word is dropped.
define i32 @src_dropped(ptr %p) {
  store i32 5, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 5
}
define i32 @tgt_dropped(ptr %p) {
  store i32 7, ptr %p
  store i32 5, ptr %p
  %v = load i32, ptr %p
  ret i32 5
}

; A slot is not what a parameter points to.
declare void @use(ptr)
define i32 @src_slot(ptr %p) {
  %s = alloca i32
  %v = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %s
  call void @use(ptr %s)
  ret i32 %v
}
define i32 @tgt_slot(ptr %p) {
  %s = alloca i32
  store i32 7, ptr %s
  %v = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %s
  call void @use(ptr %s)
  ret i32 %v
}

; A slot whose address nobody has is not what any pointer leads to.
define i32 @src_private(ptr %p, i64 %i) {
  %s = alloca [4 x i32]
  %q = load ptr, ptr %p
  %v = load i32, ptr %q, !invariant.load !0
  %at = getelementptr inbounds [4 x i32], ptr %s, i64 0, i64 %i
  store i32 %v, ptr %at
  %w = load i32, ptr %s
  ret i32 %w
}
define i32 @tgt_private(ptr %p, i64 %i) {
  %s = alloca [4 x i32]
  %q = load ptr, ptr %p
  %v = load i32, ptr %q, !invariant.load !0
  %at = getelementptr inbounds [4 x i32], ptr %s, i64 0, i64 %i
  store i32 7, ptr %at
  store i32 %v, ptr %at
  %w = load i32, ptr %s
  ret i32 %w
}

; Calls whose arguments only refine get the same answer all the same.
declare i32 @ask(i32)
define i32 @src_answer(ptr %p, ptr %r, i32 %x) {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %r
  %f = add nsw i32 %x, 1
  %a = call i32 @ask(i32 %f)
  %b = call i32 @ask(i32 %a)
  ret i32 %b
}
define i32 @tgt_answer(ptr %p, ptr %r, i32 %x) {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 %v, ptr %r
  %f = add i32 %x, 1
  %a = call i32 @ask(i32 %f)
  %b = call i32 @ask(i32 %a)
  ret i32 %b
}

; A flag of the address matters to the write, and not to what is written where.
define void @src_flags(ptr %p, i64 %i) {
  %at = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 5, ptr %at
  %v = load i32, ptr %p, !invariant.load !0
  ret void
}
define void @tgt_flags(ptr %p, i64 %i) {
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 5, ptr %at
  %v = load i32, ptr %p, !invariant.load !0
  ret void
}

!0 = !{}
