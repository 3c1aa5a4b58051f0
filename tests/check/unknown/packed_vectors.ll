; RUN: tollgate check %s
; A vector whose lanes are no whole bytes is stored as one integer, and all of it is poison if a lane is. None of this
; is `invalid`. (§2.5)
@g = global i16 0

define i8 @src1(<32 x i1> %v) {
  %a = alloca i32
  store <32 x i1> %v, ptr %a
  %q = getelementptr i8, ptr %a, i64 3
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt1(<32 x i1> %v) {
  %b = bitcast <32 x i1> %v to i32
  %s = lshr i32 %b, 24
  %r = trunc i32 %s to i8
  ret i8 %r
}

define void @src2(<16 x i1> %v, ptr %p) {
  store <16 x i1> %v, ptr %p, align 2
  ret void
}
define void @tgt2(<16 x i1> %v, ptr %p) {
  %b = bitcast <16 x i1> %v to i16
  store i16 %b, ptr %p, align 2
  ret void
}

define void @src3(<4 x i3> %v) {
  store <4 x i3> %v, ptr @g
  ret void
}
define void @tgt3(<4 x i3> %v) {
  %b = bitcast <4 x i3> %v to i12
  store i12 %b, ptr @g
  ret void
}

; A cast is as if it were stored and loaded.
define <2 x i8> @src4(<16 x i1> %v) {
  %b = bitcast <16 x i1> %v to <2 x i8>
  ret <2 x i8> %b
}
define <2 x i8> @tgt4(<16 x i1> %v) {
  %b = bitcast <16 x i1> %v to i16
  %c = bitcast i16 %b to <2 x i8>
  ret <2 x i8> %c
}
