; RUN: tollgate check %s --no-refute
; Calls without promises may hang or unwind: nothing moves over them that could be undefined or seen. (§3.5, §11.8)
declare i32 @rd(ptr) memory(read)
declare i32 @rdargs(ptr) memory(argmem: read) nounwind willreturn
declare i32 @pure(i32) memory(none) nounwind willreturn
declare i32 @pure_noreturn(i32) memory(none) nounwind
declare i32 @pure_unwinds(i32) memory(none) willreturn
declare i32 @pure_nothing(i32) memory(none)
declare void @wr(ptr) memory(argmem: write) nounwind willreturn
declare void @argrw(ptr) memory(argmem: readwrite) nounwind willreturn
declare void @inacc() memory(inaccessiblemem: readwrite) nounwind willreturn

; Store sunk below call that may unwind (memory none).
define void @src1(ptr %p) {
  store i32 1, ptr %p
  %x = call i32 @pure_nothing(i32 1)
  ret void
}
define void @tgt1(ptr %p) {
  %x = call i32 @pure_nothing(i32 1)
  store i32 1, ptr %p
  ret void
}

; Store to overwritten place seen by unwind.
define void @src2(ptr %p) {
  store i32 1, ptr %p
  %x = call i32 @pure_unwinds(i32 1)
  store i32 2, ptr %p
  ret void
}
define void @tgt2(ptr %p) {
  %x = call i32 @pure_unwinds(i32 1)
  store i32 2, ptr %p
  ret void
}

; A load above a call that may hang.
define i32 @src3(ptr %p) {
  %x = call i32 @pure_noreturn(i32 1)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt3(ptr %p) {
  %v = load i32, ptr %p
  %x = call i32 @pure_noreturn(i32 1)
  ret i32 %v
}

; Drop pure call without willreturn.
define i32 @src4() {
  %x = call i32 @pure_noreturn(i32 1)
  ret i32 1
}
define i32 @tgt4() {
  ret i32 1
}

; Drop pure call that unwinds.
define i32 @src5() {
  %x = call i32 @pure_unwinds(i32 1)
  ret i32 1
}
define i32 @tgt5() {
  ret i32 1
}

; Add pure call that is not speculatable.
define i32 @src6() {
  ret i32 1
}
define i32 @tgt6() {
  %x = call i32 @pure(i32 1)
  ret i32 1
}

; Pure call hoisted over guard.
define i32 @src7(i1 noundef %c) {
  br i1 %c, label %t, label %e
t:
  %x = call i32 @pure(i32 1)
  br label %e
e:
  %r = phi i32 [ 0, %0 ], [ %x, %t ]
  ret i32 %r
}
define i32 @tgt7(i1 noundef %c) {
  %x = call i32 @pure(i32 1)
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}

; Read call over store.
define i32 @src8(ptr %p, ptr %q) {
  store i32 1, ptr %q
  %v = call i32 @rd(ptr %p)
  ret i32 %v
}
define i32 @tgt8(ptr %p, ptr %q) {
  %v = call i32 @rd(ptr %p)
  store i32 1, ptr %q
  ret i32 %v
}

; Read calls merged over store.
define i32 @src9(ptr %p, ptr %q) {
  %v = call i32 @rdargs(ptr %p)
  store i32 1, ptr %q
  %w = call i32 @rdargs(ptr %p)
  %r = sub i32 %v, %w
  ret i32 %r
}
define i32 @tgt9(ptr %p, ptr %q) {
  %v = call i32 @rdargs(ptr %p)
  store i32 1, ptr %q
  ret i32 0
}

; Inaccessible memory call dropped.
define void @src10() {
  call void @inacc()
  ret void
}
define void @tgt10() {
  ret void
}

; Write-only call: earlier store dropped (it may not overwrite).
define void @src11(ptr %p) {
  store i32 1, ptr %p
  call void @wr(ptr %p)
  ret void
}
define void @tgt11(ptr %p) {
  call void @wr(ptr %p)
  ret void
}

; Argmem call reads pending store via alias.
define void @src12(ptr %p, ptr %q) {
  store i32 1, ptr %q
  call void @argrw(ptr %p)
  store i32 2, ptr %q
  ret void
}
define void @tgt12(ptr %p, ptr %q) {
  call void @argrw(ptr %p)
  store i32 2, ptr %q
  ret void
}
