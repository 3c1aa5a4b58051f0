; New in LLVM 20: icmp samesign, flags on fptrunc and fpext, usub_cond, usub_sat. 21: fmaximum, fminimum. 22: ptrtoaddr.
define i1 @compare(i32 %a, <2 x i64> %v) {
  %1 = icmp samesign ult i32 %a, 5
  %2 = icmp samesign ugt <2 x i64> %v, splat (i64 -1)
  %3 = icmp samesign sle i32 %a, 7
  %4 = icmp samesign eq i32 %a, 8
  ret i1 %1
}

define float @float_casts(double %d, half %h, <2 x double> %v) {
  %1 = fptrunc fast double %d to float
  %2 = fptrunc nnan ninf double %d to half
  %3 = fpext contract half %h to float
  %4 = fptrunc afn <2 x double> %v to <2 x float>
  ret float %1
}

define void @rmw(ptr %p, i32 %v, float %f) {
  %1 = atomicrmw usub_cond ptr %p, i32 %v seq_cst, align 4
  %2 = atomicrmw usub_sat ptr %p, i32 %v monotonic, align 4
  %3 = atomicrmw fmaximum ptr %p, float %f seq_cst, align 4
  %4 = atomicrmw volatile fminimum ptr %p, float %f syncscope("agent") acquire, align 4
  ret void
}

define i64 @address(ptr %p, <2 x ptr> %v) {
  %1 = ptrtoaddr ptr %p to i64
  %2 = ptrtoaddr <2 x ptr> %v to <2 x i64>
  ret i64 %1
}

@g = global i8 0
@a = global i64 ptrtoaddr (ptr @g to i64)
@b = global i64 sub (i64 ptrtoaddr (ptr @b to i64), i64 ptrtoaddr (ptr @g to i64))
