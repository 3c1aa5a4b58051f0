; cmpxchg, atomicrmw of every operation and ordering, fence.
define void @cmpxchg(ptr %p, ptr addrspace(1) %q, i32 %e, i32 %n) {
  %1 = cmpxchg ptr %p, i32 %e, i32 %n monotonic monotonic
  %2 = cmpxchg ptr %p, i32 %e, i32 %n acq_rel monotonic, align 4
  %3 = cmpxchg weak ptr %p, i32 %e, i32 %n seq_cst seq_cst, align 4
  %4 = cmpxchg volatile ptr %p, i32 %e, i32 %n acquire acquire
  %5 = cmpxchg weak volatile ptr %p, i32 %e, i32 %n syncscope("singlethread") release monotonic, align 8
  %6 = cmpxchg ptr addrspace(1) %q, i32 0, i32 -1 seq_cst acquire
  %7 = cmpxchg ptr %p, ptr null, ptr %p acq_rel acquire, align 8
  %8 = cmpxchg ptr %p, i32 undef, i32 poison release acquire
  %9 = cmpxchg ptr %p, i32 %e, i32 %n monotonic seq_cst
  %10 = extractvalue { i32, i1 } %2, 1
  ret void
}

define void @rmw(ptr %p, i32 %v, float %f, <2 x half> %h, ptr addrspace(1) %q) {
  %1 = atomicrmw xchg ptr %p, i32 %v monotonic
  %2 = atomicrmw add ptr %p, i32 %v acquire, align 4
  %3 = atomicrmw sub ptr %p, i32 %v release
  %4 = atomicrmw and ptr %p, i32 %v acq_rel
  %5 = atomicrmw nand ptr %p, i32 %v seq_cst
  %6 = atomicrmw or ptr %p, i32 %v seq_cst
  %7 = atomicrmw xor ptr %p, i32 %v seq_cst
  %8 = atomicrmw max ptr %p, i32 %v seq_cst
  %9 = atomicrmw min ptr %p, i32 %v seq_cst
  %10 = atomicrmw umax ptr %p, i32 %v seq_cst
  %11 = atomicrmw umin ptr %p, i32 %v seq_cst
  %12 = atomicrmw fadd ptr %p, float %f seq_cst
  %13 = atomicrmw fsub ptr %p, float %f seq_cst
  %14 = atomicrmw fmax ptr %p, float %f seq_cst
  %15 = atomicrmw fmin ptr %p, float %f seq_cst
  %16 = atomicrmw uinc_wrap ptr %p, i32 %v seq_cst
  %17 = atomicrmw udec_wrap ptr %p, i32 %v seq_cst
  %18 = atomicrmw volatile xchg ptr %p, i32 %v syncscope("singlethread") monotonic, align 8
  %19 = atomicrmw xchg ptr %p, ptr %p seq_cst
  %20 = atomicrmw xchg ptr %p, float 1.0 seq_cst
  %21 = atomicrmw fadd ptr %p, <2 x half> %h seq_cst, align 4
  %22 = atomicrmw add ptr addrspace(1) %q, i64 1 syncscope("workgroup-one-as") monotonic, !memory.note !0
  ret void
}

define void @fences() {
  fence acquire
  fence release
  fence acq_rel
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  fence syncscope("a \22quoted\22 scope") release, !note !0
  ret void
}

!0 = !{}
