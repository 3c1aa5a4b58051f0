; New in LLVM 20 on: further target types, nested and over vectors; nofpclass on aggregates.
@barrier = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison
declare void @tuple(target("riscv.vector.tuple", <vscale x 8 x i8>, 3))
declare void @nested(target("spirv.Type", target("spirv.IntegralConstant", i32, 1), 2))
declare void @classes([2 x double] nofpclass(inf))
declare nofpclass(nan) { float, float } @pair()
