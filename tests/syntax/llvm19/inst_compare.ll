; Every icmp and fcmp predicate, on integers, pointers, vectors.
define i1 @integers(i32 %a, i32 %b) {
  %1 = icmp eq i32 %a, %b
  %2 = icmp ne i32 %a, %b
  %3 = icmp ugt i32 %a, %b
  %4 = icmp uge i32 %a, %b
  %5 = icmp ult i32 %a, %b
  %6 = icmp ule i32 %a, %b
  %7 = icmp sgt i32 %a, %b
  %8 = icmp sge i32 %a, %b
  %9 = icmp slt i32 %a, %b
  %10 = icmp sle i32 %a, -1
  ret i1 %10
}

define i1 @floats(double %a, double %b) {
  %1 = fcmp false double %a, %b
  %2 = fcmp oeq double %a, %b
  %3 = fcmp ogt double %a, %b
  %4 = fcmp oge double %a, %b
  %5 = fcmp olt double %a, %b
  %6 = fcmp ole double %a, %b
  %7 = fcmp one double %a, %b
  %8 = fcmp ord double %a, %b
  %9 = fcmp ueq double %a, %b
  %10 = fcmp ugt double %a, %b
  %11 = fcmp uge double %a, %b
  %12 = fcmp ult double %a, %b
  %13 = fcmp ule double %a, %b
  %14 = fcmp une double %a, %b
  %15 = fcmp uno double %a, 0.0
  %16 = fcmp true double %a, %b
  ret i1 %16
}

define <2 x i1> @others(ptr %p, ptr addrspace(1) %q, <2 x ptr> %v, <2 x i8> %w, <vscale x 4 x float> %s) {
  %1 = icmp eq ptr %p, null
  %2 = icmp ult ptr addrspace(1) %q, null
  %3 = icmp ne <2 x ptr> %v, zeroinitializer
  %4 = icmp slt <2 x i8> %w, <i8 1, i8 -1>
  %5 = fcmp ord <vscale x 4 x float> %s, zeroinitializer
  %6 = icmp eq ptr %p, inttoptr (i64 -1 to ptr)
  ret <2 x i1> %4
}
