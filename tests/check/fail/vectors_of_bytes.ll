; RUN: tollgate check %s
; Lanes of whole bytes are poison one by one, and lanes that are not poison are known. (§2.4, §2.5)
define i8 @src1(<4 x i8> %v) {
  %a = alloca i32
  store <4 x i8> %v, ptr %a
  %q = getelementptr i8, ptr %a, i64 3
  %r = load i8, ptr %q
  ret i8 %r
}
define i8 @tgt1(<4 x i8> %v) {
  %b = bitcast <4 x i8> %v to i32
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
  %n = xor i16 %b, 1
  store i16 %n, ptr %p, align 2
  ret void
}
