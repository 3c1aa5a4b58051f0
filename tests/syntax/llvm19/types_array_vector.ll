; Arrays, vectors and scalable vectors, nested and empty.
@none = global [0 x i32] zeroinitializer
@zero_len = global [0 x { i8, ptr }] []
@arr = global [3 x i16] [i16 1, i16 2, i16 3]
@arr2 = global [2 x [2 x i8]] [[2 x i8] c"ab", [2 x i8] [i8 1, i8 2]]
@vec = global <4 x i32> <i32 1, i32 2, i32 3, i32 4>
@vecptr = global <2 x ptr> <ptr @vec, ptr null>
@vecbits = global <8 x i1> <i1 true, i1 false, i1 1, i1 0, i1 true, i1 true, i1 false, i1 false>
@arrvec = global [2 x <2 x float>] [<2 x float> <float 1.0, float 2.0>, <2 x float> zeroinitializer]
@huge = external global [18446744073709551615 x i8]
@single = global <1 x i64> <i64 5>

define <vscale x 4 x i32> @scale(<vscale x 4 x i32> %a, <vscale x 1 x i1> %m, <vscale x 2 x ptr> %p, <vscale x 16 x i8> %b) {
  %r = add <vscale x 4 x i32> %a, %a
  ret <vscale x 4 x i32> %r
}

define { <vscale x 2 x double>, <vscale x 2 x double> } @scalable_pair(<vscale x 2 x double> %a) {
  %1 = insertvalue { <vscale x 2 x double>, <vscale x 2 x double> } poison, <vscale x 2 x double> %a, 0
  ret { <vscale x 2 x double>, <vscale x 2 x double> } %1
}

define [2 x i32] @array_value([2 x i32] %a) {
  ret [2 x i32] %a
}

define void @array_of_scalable() {
  %a = alloca [3 x <vscale x 2 x i64>], align 16
  ret void
}
