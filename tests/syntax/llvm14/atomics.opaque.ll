; The opaque-pointer form of atomics.ll.
define void @atomics(ptr %p, ptr %q, ptr addrspace(3) %s, ptr %f, i32 %v) {
  %1 = load atomic i32, ptr %p seq_cst, align 4
  %2 = load atomic volatile ptr, ptr %q acquire, align 8
  store atomic i32 %v, ptr %p release, align 4
  store atomic volatile ptr null, ptr %q syncscope("singlethread") monotonic, align 8
  %3 = cmpxchg ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %4 = cmpxchg weak volatile ptr %q, ptr null, ptr %2 seq_cst seq_cst, align 8
  %5 = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  %6 = atomicrmw xchg ptr %p, i32 7 monotonic, align 4
  %7 = atomicrmw volatile umax ptr addrspace(3) %s, i64 9 syncscope("agent") acq_rel, align 8
  %8 = atomicrmw fadd ptr %f, float 1.000000e+00 seq_cst, align 4
  fence acquire
  ret void
}
