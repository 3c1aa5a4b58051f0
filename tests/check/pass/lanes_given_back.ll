; RUN: tollgate check %s --reading dead-load=undefined
; Near misses of lanes that share bytes: whole bytes, lanes that are never poison, and a source that
; went through memory where the target does not.

define i8 @src1(<4 x i8> %v, ptr %p) {
  store <4 x i8> %v, ptr %p
  %unused = load <4 x i8>, ptr %p
  %x = extractelement <4 x i8> %v, i32 0
  ret i8 %x
}
define i8 @tgt1(<4 x i8> %v, ptr %p) {
  store <4 x i8> %v, ptr %p
  %l = load <4 x i8>, ptr %p
  %x = extractelement <4 x i8> %l, i32 0
  ret i8 %x
}

define i1 @src2(<4 x i1> noundef %v, ptr %p) {
  store <4 x i1> %v, ptr %p
  %unused = load <4 x i1>, ptr %p
  %x = extractelement <4 x i1> %v, i32 0
  ret i1 %x
}
define i1 @tgt2(<4 x i1> noundef %v, ptr %p) {
  store <4 x i1> %v, ptr %p
  %l = load <4 x i1>, ptr %p
  %x = extractelement <4 x i1> %l, i32 0
  ret i1 %x
}
