; RUN: tollgate check %s --no-refute
; Mistakes about loops, decisions and values that one can make in the prover: each of these wrong pairs was `valid` with one planted. (§10.2)
declare void @use5(i32)
declare float @llvm.fmuladd.f32(float, float, float)
declare void @use6(float)

; The loop of the source never ends for some inputs; the target returns at once. (§4.8)
define i32 @src1(i32 noundef %n, i32 noundef %k) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %n, %entry ], [ %y, %loop ]
  %m = mul i32 %x, %k
  %y = xor i32 %m, 5
  %c = icmp eq i32 %y, 1
  br i1 %c, label %done, label %loop
done:
  ret i32 7
}
define i32 @tgt1(i32 noundef %n, i32 noundef %k) {
entry:
  ret i32 7
}

; A lane that is not there is poison: the freeze is needed. (§2.4)
define i32 @src2(<2 x i32> noundef %v, i32 noundef %i) {
  %s = extractelement <2 x i32> %v, i32 %i
  %f = freeze i32 %s
  ret i32 %f
}
define i32 @tgt2(<2 x i32> noundef %v, i32 noundef %i) {
  %s = extractelement <2 x i32> %v, i32 %i
  ret i32 %s
}

; If x is a NaN then the product is a NaN of any sign, and its sign bit shows. (§4.2)
define i32 @src3(float noundef %x) {
  %b = bitcast float %x to i32
  %s = lshr i32 %b, 31
  %f = uitofp i32 %s to double
  %c = fcmp ogt double %f, 0.5
  br i1 %c, label %a, label %z
a:
  ret i32 1
z:
  ret i32 2
}
define i32 @tgt3(float noundef %x) {
  %p = fmul float %x, 1.0
  %b = bitcast float %p to i32
  %s = lshr i32 %b, 31
  %f = uitofp i32 %s to double
  %c = fcmp ogt double %f, 0.5
  br i1 %c, label %a, label %z
a:
  ret i32 1
z:
  ret i32 2
}

; For x = 7 the sum is 10, and the remainder is 0.
define i1 @src4(i32 noundef %x) {
  %a = and i32 %x, 7
  %b = add i32 %a, 3
  %r = urem i32 %b, 10
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
define i1 @tgt4(i32 noundef %x) {
  ret i1 false
}

; If y is false x may be anything at the call. (§12.2)
define void @src5(i1 noundef %y, i32 noundef %x) {
entry:
  br i1 %y, label %a, label %b
a:
  %c = icmp ult i32 %x, 10
  br i1 %c, label %b, label %z
b:
  %r = and i32 %x, 15
  call void @use5(i32 %r)
  ret void
z:
  ret void
}
define void @tgt5(i1 noundef %y, i32 noundef %x) {
entry:
  br i1 %y, label %a, label %b
a:
  %c = icmp ult i32 %x, 10
  br i1 %c, label %b, label %z
b:
  call void @use5(i32 %x)
  ret void
z:
  ret void
}

; The source rounds once or twice, the same in all iterations; the target may do it otherwise each time. (§4.2)
define void @src6(float %a, float %b, float %c, i32 noundef %n) {
entry:
  %m = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @use6(float %m)
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %done, label %loop
done:
  ret void
}
define void @tgt6(float %a, float %b, float %c, i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  call void @use6(float %m)
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %done, label %loop
done:
  ret void
}

; For 2 the target returns something else.
define i32 @src7(i32 noundef %x) {
entry:
  switch i32 %x, label %b [ i32 1, label %a ]
a:
  ret i32 10
b:
  ret i32 20
}
define i32 @tgt7(i32 noundef %x) {
entry:
  switch i32 %x, label %b [ i32 1, label %a
                            i32 2, label %c ]
a:
  ret i32 10
b:
  ret i32 20
c:
  ret i32 30
}

; The smallest number has no remainder by -1. (§11.11)
define i32 @src8(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %r = srem i32 %x, -1
  ret i32 %r
b:
  ret i32 1
}
define i32 @tgt8(i1 noundef %c, i32 noundef %x) {
entry:
  %r = srem i32 %x, -1
  br i1 %c, label %a, label %b
a:
  ret i32 %r
b:
  ret i32 1
}

; Only one of the two ways round promises to make progress in the source; the target promises it for both. (§4.8, §4.9)
define i32 @src9(i32 noundef %n, i32 noundef %k) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %n, %entry ], [ %y, %one ], [ %y, %two ]
  %m = mul i32 %x, %k
  %y = xor i32 %m, 5
  %c = icmp eq i32 %y, 1
  br i1 %c, label %done, label %more
more:
  %d = icmp slt i32 %y, 0
  br i1 %d, label %one, label %two
one:
  br label %loop, !llvm.loop !900
two:
  br label %loop
done:
  ret i32 %x
}
define i32 @tgt9(i32 noundef %n, i32 noundef %k) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %n, %entry ], [ %y, %one ], [ %y, %two ]
  %m = mul i32 %x, %k
  %y = xor i32 %m, 5
  %c = icmp eq i32 %y, 1
  br i1 %c, label %done, label %more
more:
  %d = icmp slt i32 %y, 0
  br i1 %d, label %one, label %two
one:
  br label %loop, !llvm.loop !900
two:
  br label %loop, !llvm.loop !900
done:
  ret i32 %x
}
!900 = distinct !{!900, !901}
!901 = !{!"llvm.loop.mustprogress"}
