; LLVM 15 to 18: opaque pointers, and constant expressions that LLVM 19 no longer has.
@a = global i32 0
@w = extern_weak global i32
@b0 = global i1 icmp eq (ptr @w, ptr null)
@i0 = global i64 shl (i64 ptrtoint (ptr @a to i64), i64 3)

define i64 @integers() {
  %1 = add i64 shl nuw nsw (i64 ptrtoint (ptr @a to i64), i64 3), 0
  %2 = add i64 %1, lshr (i64 ptrtoint (ptr @a to i64), i64 3)
  %3 = add i64 %2, ashr exact (i64 ptrtoint (ptr @a to i64), i64 2)
  %4 = add i64 %3, and (i64 ptrtoint (ptr @a to i64), i64 7)
  %5 = add i64 %4, or (i64 ptrtoint (ptr @a to i64), i64 1)
  %6 = add i64 %5, mul nsw (i64 ptrtoint (ptr @a to i64), i64 5)
  %7 = add i64 %6, zext (i32 ptrtoint (ptr @a to i32) to i64)
  %8 = add i64 %7, sext (i32 ptrtoint (ptr @a to i32) to i64)
  ret i64 %8
}

define i1 @others() {
  %1 = xor i1 icmp ugt (ptr @a, ptr inttoptr (i64 4096 to ptr)), true
  %2 = and i1 %1, fcmp olt (double sitofp (i64 ptrtoint (ptr @a to i64) to double), double 1.000000e+00)
  %3 = select i1 %2, i32 select (i1 icmp eq (ptr @w, ptr null), i32 1, i32 2), i32 0
  br i1 icmp ne (ptr @w, ptr null), label %yes, label %no

yes:                                              ; preds = %0
  ret i1 %2

no:                                               ; preds = %0
  ret i1 icmp eq (ptr @w, ptr null)
}
