; RUN: tollgate check %s --no-refute
; Volatile and atomic accesses are observations in their order, and memory is seen at them. (§1.3, §3.3)
; Volatile load dropped.
define void @src1(ptr %p) {
  %v = load volatile i32, ptr %p
  ret void
}
define void @tgt1(ptr %p) {
  ret void
}

; Volatile loads merged.
define i32 @src2(ptr %p) {
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  %r = sub i32 %v, %w
  ret i32 %r
}
define i32 @tgt2(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 0
}

; Volatile load twice, same number of accesses, equal assumed.
define i32 @src3(ptr %p) {
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  %r = sub i32 %v, %w
  ret i32 %r
}
define i32 @tgt3(ptr %p) {
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  ret i32 0
}

; Volatile stores exchanged.
define void @src4(ptr %p) {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  ret void
}
define void @tgt4(ptr %p) {
  store volatile i32 2, ptr %p
  store volatile i32 1, ptr %p
  ret void
}

; Volatile dropped on store.
define void @src5(ptr %p) {
  store volatile i32 1, ptr %p
  ret void
}
define void @tgt5(ptr %p) {
  store i32 1, ptr %p
  ret void
}

; Division over volatile.
define i32 @src6(ptr %p, i32 %a, i32 %b) {
  %v = load volatile i32, ptr %p
  %q = udiv i32 %a, %b
  ret i32 %q
}
define i32 @tgt6(ptr %p, i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %v = load volatile i32, ptr %p
  ret i32 %q
}

; Atomic weakened.
define i32 @src7(ptr %p) {
  %v = load atomic i32, ptr %p seq_cst, align 4
  ret i32 %v
}
define i32 @tgt7(ptr %p) {
  %v = load atomic i32, ptr %p acquire, align 4
  ret i32 %v
}

; Atomic to plain.
define i32 @src8(ptr %p) {
  %v = load atomic i32, ptr %p unordered, align 4
  ret i32 %v
}
define i32 @tgt8(ptr %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

; Monotonic loads merged.
define i32 @src9(ptr %p) {
  %v = load atomic i32, ptr %p monotonic, align 4
  %w = load atomic i32, ptr %p monotonic, align 4
  %r = sub i32 %v, %w
  ret i32 %r
}
define i32 @tgt9(ptr %p) {
  %v = load atomic i32, ptr %p monotonic, align 4
  ret i32 0
}

; Plain store over release store.
define void @src10(ptr %p, ptr noalias %q) {
  store i32 1, ptr %q
  store atomic i32 1, ptr %p release, align 4
  ret void
}
define void @tgt10(ptr %p, ptr noalias %q) {
  store atomic i32 1, ptr %p release, align 4
  store i32 1, ptr %q
  ret void
}

; Plain load over acquire load.
define i32 @src11(ptr %p, ptr %q) {
  %a = load atomic i32, ptr %p acquire, align 4
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @tgt11(ptr %p, ptr %q) {
  %v = load i32, ptr %q
  %a = load atomic i32, ptr %p acquire, align 4
  ret i32 %v
}

; Load forwarded over acquire.
define i32 @src12(ptr %p, ptr %q) {
  %v0 = load i32, ptr %q
  %a = load atomic i32, ptr %p acquire, align 4
  %v = load i32, ptr %q
  %r = sub i32 %v, %v0
  ret i32 %r
}
define i32 @tgt12(ptr %p, ptr %q) {
  %v0 = load i32, ptr %q
  %a = load atomic i32, ptr %p acquire, align 4
  ret i32 0
}

; Fence dropped.
define void @src13(ptr %p, ptr %q) {
  store i32 1, ptr %p
  fence seq_cst
  store i32 2, ptr %p
  ret void
}
define void @tgt13(ptr %p, ptr %q) {
  store i32 2, ptr %p
  ret void
}

; Fence weakened.
define void @src14() {
  fence seq_cst
  ret void
}
define void @tgt14() {
  fence acquire
  ret void
}

; Fence singlethread scope.
define void @src15() {
  fence seq_cst
  ret void
}
define void @tgt15() {
  fence syncscope("singlethread") seq_cst
  ret void
}

; Atomicrmw op.
define i32 @src16(ptr %p) {
  %v = atomicrmw add ptr %p, i32 1 seq_cst
  ret i32 %v
}
define i32 @tgt16(ptr %p) {
  %v = atomicrmw sub ptr %p, i32 1 seq_cst
  ret i32 %v
}

; Atomicrmw to load and store.
define i32 @src17(ptr %p) {
  %v = atomicrmw add ptr %p, i32 1 monotonic
  ret i32 %v
}
define i32 @tgt17(ptr %p) {
  %v = load atomic i32, ptr %p monotonic, align 4
  %w = add i32 %v, 1
  store atomic i32 %w, ptr %p monotonic, align 4
  ret i32 %v
}

; Cmpxchg weak.
define i1 @src18(ptr %p) {
  %v = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %s = extractvalue { i32, i1 } %v, 1
  ret i1 %s
}
define i1 @tgt18(ptr %p) {
  %v = cmpxchg weak ptr %p, i32 0, i32 1 seq_cst seq_cst
  %s = extractvalue { i32, i1 } %v, 1
  ret i1 %s
}
