; RUN: tollgate check %s
; Whether poison of a lane is poison of those that share a byte with it, is not settled.



define i1 @src3(<8 x i32> %x, <8 x i32> %y, i32 noundef %k) {
 %c = icmp eq <8 x i32> %x, %y
 %e = extractelement <8 x i1> %c, i32 0
 ret i1 %e
}

define i1 @tgt3(<8 x i32> %x, <8 x i32> %y, i32 noundef %k) {
 %c = icmp eq <8 x i32> %x, %y
 %s = alloca <8 x i1>
 store <8 x i1> %c, ptr %s
 %l = load <8 x i1>, ptr %s
 %i = mul i32 %k, %k
 %i1 = add i32 %i, %k
 %i2 = and i32 %i1, 1
 %e = extractelement <8 x i1> %l, i32 %i2
 ret i1 %e
}

define <2 x i1> @src4(<2 x i1> %x, ptr %p) {
 store <2 x i1> %x, ptr %p
 ret <2 x i1> %x
}

define <2 x i1> @tgt4(<2 x i1> %x, ptr %p) {
 store <2 x i1> %x, ptr %p
 %g = getelementptr i8, ptr %p, i64 0
 %i = ptrtoint ptr %g to i64
 %q = inttoptr i64 %i to ptr
 %v = load <2 x i1>, ptr %q
 ret <2 x i1> %v
}
