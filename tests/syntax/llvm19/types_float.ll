; Every floating-point type, as value, vector element and array element.
@h = global half 0xH3C00
@b = global bfloat 0xR3F80
@f = global float 1.0
@d = global double 1.0
@x = global x86_fp80 0xK3FFF8000000000000000
@q = global fp128 0xL00000000000000003FFF000000000000
@p = global ppc_fp128 0xM3FF00000000000000000000000000000

declare half @half_fn(half)
declare bfloat @bfloat_fn(bfloat)
declare float @float_fn(float)
declare double @double_fn(double)
declare x86_fp80 @x86_fn(x86_fp80)
declare fp128 @quad_fn(fp128)
declare ppc_fp128 @ppc_fn(ppc_fp128)
declare <8 x half> @vectors(<8 x bfloat>, <4 x float>, <2 x double>, <2 x x86_fp80>, <2 x fp128>, <2 x ppc_fp128>)
declare void @arrays([3 x half], [3 x bfloat], [2 x x86_fp80])
