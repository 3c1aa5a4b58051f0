; RUN: tollgate check %s
; What a vector is whose lanes share bytes, and that was not stored as one, is not said.



define <2 x i1> @src1(ptr %p) {
 %v = load <2 x i1>, ptr %p
 ret <2 x i1> %v
}

define <2 x i1> @tgt1(ptr %p) {
 %v = load i8, ptr %p
 %c = icmp ugt i8 %v, 3
 %t = trunc i8 %v to i2
 %r = select i1 %c, i2 0, i2 %t
 %b = bitcast i2 %r to <2 x i1>
 ret <2 x i1> %b
}

define i1 @src14(ptr %p) {
 %v = load <9 x i1>, ptr %p
 %e = extractelement <9 x i1> %v, i32 8
 ret i1 %e
}

define i1 @tgt14(ptr %p) {
 %v = load i16, ptr %p
 %c = icmp ugt i16 %v, 255
 ret i1 %c
}
