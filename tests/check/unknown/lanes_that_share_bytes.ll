; RUN: tollgate check %s
; Lanes that share a byte may share the poison of one of them in memory: a load need not give
; back what was stored.

@c = constant <4 x i1> <i1 true, i1 poison, i1 false, i1 false>
declare void @llvm.memcpy.p0.p0.i64(ptr,ptr,i64,i1)

define i1 @src1() {
  ret i1 true
}

define i1 @tgt1() {
  %a = alloca <4 x i1>
  store <4 x i1> <i1 true, i1 poison, i1 false, i1 false>, ptr %a
  %l = load <4 x i1>, ptr %a
  %x = extractelement <4 x i1> %l, i32 0
  ret i1 %x
}

define i1 @src2(<4 x i1> %v, ptr %p) {
  store <4 x i1> %v, ptr %p
  %unused = load <4 x i1>, ptr %p
  %x = extractelement <4 x i1> %v, i32 0
  ret i1 %x
}

define i1 @tgt2(<4 x i1> %v, ptr %p) {
  store <4 x i1> %v, ptr %p
  %l = load <4 x i1>, ptr %p
  %x = extractelement <4 x i1> %l, i32 0
  ret i1 %x
}

define i1 @src3({<4 x i1>, i8} %v) {
  %w = extractvalue {<4 x i1>, i8} %v, 0
  %x = extractelement <4 x i1> %w, i32 0
  ret i1 %x
}

define i1 @tgt3({<4 x i1>, i8} %v) {
  %a = alloca {<4 x i1>, i8}
  store {<4 x i1>, i8} %v, ptr %a
  %l = load {<4 x i1>, i8}, ptr %a
  %w = extractvalue {<4 x i1>, i8} %l, 0
  %x = extractelement <4 x i1> %w, i32 0
  ret i1 %x
}

define i1 @src4() {
  ret i1 true
}

define i1 @tgt4() {
  %l = load <4 x i1>, ptr @c
  %x = extractelement <4 x i1> %l, i32 0
  ret i1 %x
}

define i1 @src5() {
  ret i1 true
}

define i1 @tgt5() {
  %a = alloca <4 x i1>
  %b = alloca <4 x i1>
  store <4 x i1> <i1 true, i1 poison, i1 false, i1 false>, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 1, i1 false)
  %l = load <4 x i1>, ptr %b
  %x = extractelement <4 x i1> %l, i32 0
  ret i1 %x
}

define i4 @src6(i4 %x, i4 %y) {
  ret i4 %x
}

define i4 @tgt6(i4 %x, i4 %y) {
  %a = alloca <2 x i4>
  %s = add nuw i4 %y, 1
  %v = insertelement <2 x i4> poison, i4 %x, i32 0
  %w = insertelement <2 x i4> %v, i4 %s, i32 1
  store <2 x i4> %w, ptr %a
  %l = load <2 x i4>, ptr %a
  %r = extractelement <2 x i4> %l, i32 0
  ret i4 %r
}

define i32 @src7() {
  ret i32 1
}

define i32 @tgt7() {
  %a = alloca <4 x i1>
  store <4 x i1> <i1 true, i1 poison, i1 false, i1 false>, ptr %a
  %l = load <4 x i1>, ptr %a
  %x = extractelement <4 x i1> %l, i32 0
  br i1 %x, label %t, label %f
t:
  ret i32 1
f:
  ret i32 2
}

define i1 @src8(i32 %n, <8 x i1> %v) {
e:
  br label %l
l:
  %i = phi i32 [0,%e],[%j,%l]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  %r = extractelement <8 x i1> %v, i32 7
  ret i1 %r
}

define i1 @tgt8(i32 %n, <8 x i1> %v) {
e:
  %a = alloca <8 x i1>
  store <8 x i1> %v, ptr %a
  br label %l
l:
  %i = phi i32 [0,%e],[%j,%l]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  %w = load <8 x i1>, ptr %a
  %r = extractelement <8 x i1> %w, i32 7
  ret i1 %r
}
