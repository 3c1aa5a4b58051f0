; New in LLVM 20: splat is printed. 22: ptrauth with a fifth operand.
@s0 = global <4 x i32> splat (i32 7)
@s1 = global <2 x double> splat (double 0x7FF8000000000000)
@s2 = global [2 x <2 x i1>] [<2 x i1> splat (i1 true), <2 x i1> zeroinitializer]
@s3 = global <3 x ptr> <ptr @s0, ptr @s0, ptr @s0>
@e = global [0 x i8] zeroinitializer
@p0 = global ptr ptrauth (ptr @s0, i32 0)
@p1 = global ptr ptrauth (ptr @s0, i32 2, i64 1234)
@p2 = global ptr ptrauth (ptr @s0, i32 2, i64 1234, ptr @p2)
@p3 = global ptr ptrauth (ptr @s0, i32 2, i64 1234, ptr null, ptr @s1)

define <vscale x 4 x i32> @f(<vscale x 4 x i32> %v) {
  %a = add <vscale x 4 x i32> %v, splat (i32 1)
  %b = icmp eq <vscale x 4 x i32> %a, splat (i32 -1)
  ret <vscale x 4 x i32> %a
}
