; Constant expressions that later versions removed. Over addresses they do not fold; a newer reader turns them into instructions.
@a = global i32 0
@b = global i32 0
@w = extern_weak global i32

define i64 @integers() {
  %1 = add i64 udiv (i64 ptrtoint (i32* @a to i64), i64 8), 0
  %2 = add i64 %1, udiv exact (i64 ptrtoint (i32* @a to i64), i64 4)
  %3 = add i64 %2, sdiv (i64 ptrtoint (i32* @a to i64), i64 8)
  %4 = add i64 %3, urem (i64 ptrtoint (i32* @a to i64), i64 7)
  %5 = add i64 %4, srem (i64 ptrtoint (i32* @a to i64), i64 7)
  %6 = add i64 %5, mul (i64 ptrtoint (i32* @a to i64), i64 3)
  %7 = add i64 %6, mul nuw nsw (i64 ptrtoint (i32* @a to i64), i64 5)
  %8 = add i64 %7, shl (i64 ptrtoint (i32* @a to i64), i64 3)
  %9 = add i64 %8, shl nuw nsw (i64 ptrtoint (i32* @a to i64), i64 1)
  %10 = add i64 %9, lshr (i64 ptrtoint (i32* @a to i64), i64 3)
  %11 = add i64 %10, lshr exact (i64 ptrtoint (i32* @a to i64), i64 2)
  %12 = add i64 %11, ashr (i64 ptrtoint (i32* @a to i64), i64 3)
  %13 = add i64 %12, and (i64 ptrtoint (i32* @a to i64), i64 7)
  %14 = add i64 %13, or (i64 ptrtoint (i32* @a to i64), i64 1)
  %15 = add i64 %14, xor (i64 ptrtoint (i32* @a to i64), i64 1)
  %16 = add i64 %15, zext (i32 ptrtoint (i32* @a to i32) to i64)
  %17 = add i64 %16, sext (i32 ptrtoint (i32* @a to i32) to i64)
  %18 = add i64 %17, sub nsw (i64 ptrtoint (i32* @a to i64), i64 ptrtoint (i32* @b to i64))
  ret i64 %18
}

define i1 @comparisons() {
  %1 = xor i1 icmp eq (i32* @w, i32* null), true
  %2 = and i1 %1, icmp ult (i64 ptrtoint (i32* @a to i64), i64 5)
  %3 = and i1 %2, fcmp olt (double sitofp (i64 ptrtoint (i32* @a to i64) to double), double 1.000000e+00)
  ret i1 %3
}

define double @floats() {
  %1 = fadd double uitofp (i64 ptrtoint (i32* @a to i64) to double), fneg (double sitofp (i64 ptrtoint (i32* @a to i64) to double))
  %2 = fadd double %1, fadd (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 1.000000e+00)
  %3 = fadd double %2, fsub (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 1.000000e+00)
  %4 = fadd double %3, fmul (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 2.000000e+00)
  %5 = fadd double %4, fdiv (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 2.000000e+00)
  %6 = fadd double %5, frem (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 2.000000e+00)
  %7 = fadd double %6, fpext (float bitcast (i32 ptrtoint (i32* @a to i32) to float) to double)
  %8 = fptosi double fadd (double bitcast (i64 ptrtoint (i32* @a to i64) to double), double 1.000000e+00) to i64
  ret double %7
}

define i32 @others() {
  %1 = add i32 select (i1 icmp eq (i32* @w, i32* null), i32 1, i32 2), 0
  %2 = add i32 %1, fptosi (float bitcast (i32 ptrtoint (i32* @a to i32) to float) to i32)
  %3 = add i32 %2, fptoui (float bitcast (i32 ptrtoint (i32* @a to i32) to float) to i32)
  %4 = fpext float fptrunc (double bitcast (i64 ptrtoint (i32* @a to i64) to double) to float) to double
  %5 = add i32 %3, extractvalue ({ i32, i32 } { i32 1, i32 ptrtoint (i32* @a to i32) }, 1)
  %6 = extractvalue { i32, i32 } insertvalue ({ i32, i32 } undef, i32 ptrtoint (i32* @a to i32), 0), 0
  %7 = add i32 %5, extractelement (<2 x i32> bitcast (i64 ptrtoint (i32* @a to i64) to <2 x i32>), i32 1)
  %8 = shufflevector <2 x i32> insertelement (<2 x i32> bitcast (i64 ptrtoint (i32* @a to i64) to <2 x i32>), i32 7, i32 0), <2 x i32> shufflevector (<2 x i32> bitcast (i64 ptrtoint (i32* @a to i64) to <2 x i32>), <2 x i32> undef, <2 x i32> <i32 1, i32 0>), <2 x i32> zeroinitializer
  ret i32 %7
}

define i32 @in_phi(i1 %c) {
entry:
  br i1 %c, label %left, label %join

left:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %left, %entry
  %r = phi i32 [ 0, %entry ], [ shl (i32 ptrtoint (i32* @a to i32), i32 2), %left ]
  ret i32 %r
}
