; The opaque-pointer form of const_expr_old.ll, each removed expression as an instruction before its user.
@a = global i32 0
@b = global i32 0
@w = extern_weak global i32

define i64 @integers() {
  %constexpr = udiv i64 ptrtoint (ptr @a to i64), 8
  %1 = add i64 %constexpr, 0
  %constexpr1 = udiv exact i64 ptrtoint (ptr @a to i64), 4
  %2 = add i64 %1, %constexpr1
  %constexpr2 = sdiv i64 ptrtoint (ptr @a to i64), 8
  %3 = add i64 %2, %constexpr2
  %constexpr3 = urem i64 ptrtoint (ptr @a to i64), 7
  %4 = add i64 %3, %constexpr3
  %constexpr4 = srem i64 ptrtoint (ptr @a to i64), 7
  %5 = add i64 %4, %constexpr4
  %6 = add i64 %5, mul (i64 ptrtoint (ptr @a to i64), i64 3)
  %7 = add i64 %6, mul nuw nsw (i64 ptrtoint (ptr @a to i64), i64 5)
  %constexpr5 = shl i64 ptrtoint (ptr @a to i64), 3
  %8 = add i64 %7, %constexpr5
  %constexpr6 = shl nuw nsw i64 ptrtoint (ptr @a to i64), 1
  %9 = add i64 %8, %constexpr6
  %constexpr7 = lshr i64 ptrtoint (ptr @a to i64), 3
  %10 = add i64 %9, %constexpr7
  %constexpr8 = lshr exact i64 ptrtoint (ptr @a to i64), 2
  %11 = add i64 %10, %constexpr8
  %constexpr9 = ashr i64 ptrtoint (ptr @a to i64), 3
  %12 = add i64 %11, %constexpr9
  %constexpr10 = and i64 ptrtoint (ptr @a to i64), 7
  %13 = add i64 %12, %constexpr10
  %constexpr11 = or i64 ptrtoint (ptr @a to i64), 1
  %14 = add i64 %13, %constexpr11
  %15 = add i64 %14, xor (i64 ptrtoint (ptr @a to i64), i64 1)
  %constexpr12 = zext i32 ptrtoint (ptr @a to i32) to i64
  %16 = add i64 %15, %constexpr12
  %constexpr13 = sext i32 ptrtoint (ptr @a to i32) to i64
  %17 = add i64 %16, %constexpr13
  %18 = add i64 %17, sub nsw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
  ret i64 %18
}

define i1 @comparisons() {
  %constexpr = icmp eq ptr @w, null
  %1 = xor i1 %constexpr, true
  %constexpr1 = icmp ult i64 ptrtoint (ptr @a to i64), 5
  %2 = and i1 %1, %constexpr1
  %constexpr2 = sitofp i64 ptrtoint (ptr @a to i64) to double
  %constexpr3 = fcmp olt double %constexpr2, 1.000000e+00
  %3 = and i1 %2, %constexpr3
  ret i1 %3
}

define double @floats() {
  %constexpr = uitofp i64 ptrtoint (ptr @a to i64) to double
  %constexpr1 = sitofp i64 ptrtoint (ptr @a to i64) to double
  %constexpr2 = fneg double %constexpr1
  %1 = fadd double %constexpr, %constexpr2
  %constexpr3 = fadd double bitcast (i64 ptrtoint (ptr @a to i64) to double), 1.000000e+00
  %2 = fadd double %1, %constexpr3
  %constexpr4 = fsub double bitcast (i64 ptrtoint (ptr @a to i64) to double), 1.000000e+00
  %3 = fadd double %2, %constexpr4
  %constexpr5 = fmul double bitcast (i64 ptrtoint (ptr @a to i64) to double), 2.000000e+00
  %4 = fadd double %3, %constexpr5
  %constexpr6 = fdiv double bitcast (i64 ptrtoint (ptr @a to i64) to double), 2.000000e+00
  %5 = fadd double %4, %constexpr6
  %constexpr7 = frem double bitcast (i64 ptrtoint (ptr @a to i64) to double), 2.000000e+00
  %6 = fadd double %5, %constexpr7
  %constexpr8 = fpext float bitcast (i32 ptrtoint (ptr @a to i32) to float) to double
  %7 = fadd double %6, %constexpr8
  %constexpr9 = fadd double bitcast (i64 ptrtoint (ptr @a to i64) to double), 1.000000e+00
  %8 = fptosi double %constexpr9 to i64
  ret double %7
}

define i32 @others() {
  %constexpr = icmp eq ptr @w, null
  %constexpr1 = select i1 %constexpr, i32 1, i32 2
  %1 = add i32 %constexpr1, 0
  %constexpr2 = fptosi float bitcast (i32 ptrtoint (ptr @a to i32) to float) to i32
  %2 = add i32 %1, %constexpr2
  %constexpr3 = fptoui float bitcast (i32 ptrtoint (ptr @a to i32) to float) to i32
  %3 = add i32 %2, %constexpr3
  %constexpr4 = fptrunc double bitcast (i64 ptrtoint (ptr @a to i64) to double) to float
  %4 = fpext float %constexpr4 to double
  %5 = add i32 %3, ptrtoint (ptr @a to i32)
  %6 = extractvalue { i32, i32 } { i32 ptrtoint (ptr @a to i32), i32 undef }, 0
  %7 = add i32 %5, extractelement (<2 x i32> bitcast (i64 ptrtoint (ptr @a to i64) to <2 x i32>), i32 1)
  %8 = shufflevector <2 x i32> insertelement (<2 x i32> bitcast (i64 ptrtoint (ptr @a to i64) to <2 x i32>), i32 7, i32 0), <2 x i32> shufflevector (<2 x i32> bitcast (i64 ptrtoint (ptr @a to i64) to <2 x i32>), <2 x i32> undef, <2 x i32> <i32 1, i32 0>), <2 x i32> zeroinitializer
  ret i32 %7
}

; For a phi the expression goes to a block of its own on the edge.
define i32 @in_phi(i1 %c) {
entry:
  br i1 %c, label %left, label %join

left:                                             ; preds = %entry
  br label %phi.constexpr

phi.constexpr:                                    ; preds = %left
  %constexpr = shl i32 ptrtoint (ptr @a to i32), 2
  br label %join

join:                                             ; preds = %phi.constexpr, %entry
  %r = phi i32 [ 0, %entry ], [ %constexpr, %phi.constexpr ]
  ret i32 %r
}
