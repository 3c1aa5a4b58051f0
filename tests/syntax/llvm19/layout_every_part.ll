; A data layout string with every kind of specification.
target datalayout = "E-S64-P2-G3-A5-m:o-p:32:32:64:16-p1:64:64:64:32-p2:128:128-i1:8-i8:8:8-i16:16:32-i32:32-i64:32:64-f16:16-f32:32-f64:32:64-f128:128-v64:64-v128:128:128-a:0:32-a0:16-Fi8-n8:16:32-ni:1:2"

@in_three = addrspace(3) global i8 0
define void @program_space() addrspace(2) {
  %slot = alloca i32, align 4, addrspace(5)
  store i32 7, ptr addrspace(5) %slot, align 4
  ret void
}
