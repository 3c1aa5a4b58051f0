; load and store: alignment, volatile, and metadata.
define i32 @loads(ptr %p, ptr addrspace(1) %q) {
  %1 = load i32, ptr %p
  %2 = load i32, ptr %p, align 4
  %3 = load volatile i32, ptr %p, align 1
  %4 = load i32, ptr addrspace(1) %q, align 4
  %5 = load { i8, i64 }, ptr %p, align 8
  %6 = load <4 x float>, ptr %p, align 16
  %7 = load <vscale x 4 x i32>, ptr %p, align 16
  %8 = load ptr, ptr %p, align 8, !nonnull !0, !align !1, !dereferenceable !2, !noundef !0
  %9 = load ptr, ptr %p, align 8, !dereferenceable_or_null !2
  %10 = load i32, ptr %p, align 4, !invariant.load !0, !nontemporal !3, !range !4
  %11 = load i1, ptr %p, align 1
  %12 = load i128, ptr %p, align 4294967296
  %13 = load i32, ptr null, align 4
  %14 = load i32, ptr %p, !tbaa !5
  %15 = load [3 x i8], ptr %p, align 1
  ret i32 %2
}

define void @stores(ptr %p, i32 %v, ptr addrspace(1) %q) {
  store i32 %v, ptr %p
  store i32 %v, ptr %p, align 4
  store volatile i32 0, ptr %p, align 1
  store i32 undef, ptr addrspace(1) %q, align 4
  store { i8, i64 } { i8 1, i64 2 }, ptr %p, align 8
  store <2 x ptr> <ptr null, ptr @stores>, ptr %p, align 16
  store float 1.0, ptr %p, align 4, !nontemporal !3, !tbaa !5
  store i32 %v, ptr %p, align 4, !nosanitize !0
  store ptr %p, ptr %p, align 8
  store i65 -1, ptr @stores, align 16
  ret void
}

define i32 @atomics(ptr %p, ptr addrspace(3) %q) {
  %1 = load atomic i32, ptr %p unordered, align 4
  %2 = load atomic i32, ptr %p monotonic, align 4
  %3 = load atomic i32, ptr %p acquire, align 4
  %4 = load atomic i32, ptr %p seq_cst, align 4
  %5 = load atomic volatile i32, ptr %p seq_cst, align 4
  %6 = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  %7 = load atomic volatile i64, ptr addrspace(3) %q syncscope("agent") monotonic, align 8, !invariant.load !0
  %8 = load atomic float, ptr %p unordered, align 4
  %9 = load atomic ptr, ptr %p acquire, align 8
  store atomic i32 %1, ptr %p unordered, align 4
  store atomic i32 %1, ptr %p monotonic, align 4
  store atomic i32 %1, ptr %p release, align 4
  store atomic i32 %1, ptr %p seq_cst, align 4
  store atomic volatile i32 %1, ptr %p syncscope("singlethread") release, align 4
  store atomic double 0.0, ptr %p seq_cst, align 8
  store atomic ptr null, ptr %p monotonic, align 8
  ret i32 %4
}

!0 = !{}
!1 = !{i64 8}
!2 = !{i64 16}
!3 = !{i32 1}
!4 = !{i32 0, i32 10, i32 20, i32 30}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"root"}
