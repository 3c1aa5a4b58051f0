; Aggregate constants of every kind, nested, with the special constants inside.
%s = type { i32, [2 x i8], ptr }
%p = type <{ i8, <2 x i16> }>

@a = global [2 x %s] [%s { i32 1, [2 x i8] c"xy", ptr @a }, %s zeroinitializer]
@b = global %p <{ i8 1, <2 x i16> <i16 2, i16 undef> }>
@c = global { i32, i32, ptr, double } { i32 undef, i32 poison, ptr null, double undef }
@d = global [0 x i8] []
@e = global [3 x {}] [{} {}, {} zeroinitializer, {} undef]
@f = global <2 x float> <float poison, float 1.0>
@g = global <4 x i32> splat (i32 7)
@h = global <4 x float> splat (float -0.0)
@i = global <2 x i1> splat (i1 true)
@j = global <2 x ptr> zeroinitializer
@k = global [2 x <2 x i8>] [<2 x i8> splat (i8 -1), <2 x i8> poison]
@l = constant { i8, { i16, { i32, {} } } } { i8 0, { i16, { i32, {} } } { i16 1, { i32, {} } { i32 2, {} {} } } }
@m = global [2 x ptr] [ptr @callee, ptr getelementptr (i8, ptr @a, i64 4)]
@n = global i32 zeroinitializer
@o = global ptr zeroinitializer
@q = global float zeroinitializer
@r = global i1 zeroinitializer
@t = global %s poison

define { i32, ptr } @callee(<vscale x 4 x i32> %v) {
  %a = add <vscale x 4 x i32> %v, splat (i32 3)
  %b = mul <vscale x 4 x i32> %a, zeroinitializer
  %c = fadd <vscale x 2 x double> splat (double 2.0), poison
  ret { i32, ptr } { i32 1, ptr @callee }
}
