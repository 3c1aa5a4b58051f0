; Atomic operations on typed pointers.
define void @atomics(i32* %p, i8** %q, i64 addrspace(3)* %s, float* %f, i32 %v) {
  %1 = load atomic i32, i32* %p seq_cst, align 4
  %2 = load atomic volatile i8*, i8** %q acquire, align 8
  store atomic i32 %v, i32* %p release, align 4
  store atomic volatile i8* null, i8** %q syncscope("singlethread") monotonic, align 8
  %3 = cmpxchg i32* %p, i32 0, i32 1 acq_rel monotonic, align 4
  %4 = cmpxchg weak volatile i8** %q, i8* null, i8* %2 seq_cst seq_cst, align 8
  %5 = atomicrmw add i32* %p, i32 1 seq_cst, align 4
  %6 = atomicrmw xchg i32* %p, i32 7 monotonic, align 4
  %7 = atomicrmw volatile umax i64 addrspace(3)* %s, i64 9 syncscope("agent") acq_rel, align 8
  %8 = atomicrmw fadd float* %f, float 1.000000e+00 seq_cst, align 4
  fence acquire
  ret void
}
