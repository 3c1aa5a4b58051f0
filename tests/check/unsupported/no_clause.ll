; RUN: tollgate check %s --no-refute

; By its declaration alone the callee returns twice. (§4.4, §7.2)
declare i32 @setjmp(ptr) returns_twice
declare void @g()

define i32 @src1(ptr %b) {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @setjmp(ptr %b)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %t, label %e
t:
  store i32 2, ptr %x
  call void @g()
  ret i32 0
e:
  %v = load i32, ptr %x
  ret i32 %v
}

define i32 @tgt1(ptr %b) {
  %r = call i32 @setjmp(ptr %b)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %t, label %e
t:
  call void @g()
  ret i32 0
e:
  ret i32 1
}

; What looks at how much is known is not monotone.
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)

define i64 @src2(ptr %p, i1 %c) {
  %q = select i1 %c, ptr %p, ptr poison
  %r = call i64 @llvm.objectsize.i64.p0(ptr %q, i1 true, i1 false, i1 false)
  ret i64 %r
}

define i64 @tgt2(ptr %p, i1 %c) {
  %r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 false, i1 false)
  ret i64 %r
}

; Convergent calls.
declare void @k() convergent

define void @src3(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @k() convergent
  br label %e
b:
  call void @k() convergent
  br label %e
e:
  ret void
}

define void @tgt3(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @k() convergent
  br label %e
b:
  call void @k() convergent
  br label %e
e:
  ret void
}

; An operand bundle that nobody explains.
declare void @l()

define void @src4() {
  call void @l() [ "foo"(i32 1) ]
  ret void
}

define void @tgt4() {
  call void @l() [ "foo"(i32 1) ]
  %x = add i32 1, 2
  ret void
}

; A floating-point environment.
define void @src5() strictfp {
  ret void
}

define void @tgt5() strictfp {
  %x = add i32 1, 2
  ret void
}

; Denormals that are flushed.
define float @src6(float %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = fadd float 0x36A0000000000000, 0x36A0000000000000
  ret float %r
}

define float @tgt6(float %x) "denormal-fp-math"="preserve-sign,preserve-sign" {
  ret float 0x36B0000000000000
}

