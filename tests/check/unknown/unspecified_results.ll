; RUN: tollgate check %s
; What is unspecified and not undef: whether an allocation of no bytes is null, a number that is too
; small for its type, the exponent of an infinity, the address of a frame. Nothing rests on what a
; run makes of it. (§11b.2)

@tiny = private constant [8 x i8] c"1e-9999\00"
@small = private constant [7 x i8] c"1e-310\00"

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)
declare double @strtod(ptr, ptr)
declare double @atof(ptr)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)

define i1 @src1() {
  %p = call ptr @malloc(i64 0)
  %c = icmp eq ptr %p, null
  call void @free(ptr %p)
  ret i1 %c
}

define i1 @tgt1() {
  ret i1 true
}

define i1 @src2() {
  %p = call ptr @calloc(i64 0, i64 4)
  %c = icmp eq ptr %p, null
  call void @free(ptr %p)
  ret i1 %c
}

define i1 @tgt2() {
  ret i1 true
}

define i1 @src3() {
  %s = alloca ptr
  store ptr null, ptr %s
  %r = call i32 @posix_memalign(ptr %s, i64 16, i64 0)
  %p = load ptr, ptr %s
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt3() {
  ret i1 true
}

define i1 @src4() {
  %p = call ptr @realloc(ptr null, i64 0)
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt4() {
  ret i1 true
}

define double @src5() {
  %r = call double @strtod(ptr @tiny, ptr null)
  ret double %r
}

define double @tgt5() {
  ret double 0x0010000000000000
}

define double @src6() {
  %r = call double @strtod(ptr @small, ptr null)
  ret double %r
}

define double @tgt6() {
  ret double 0.0
}

; LLVM takes the exponent for `noundef`.
define i32 @src7(double noundef %x) {
  %a = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %e = extractvalue { double, i32 } %a, 1
  %c = icmp sgt i32 %e, 0
  %s = select i1 %c, i32 3, i32 4
  ret i32 %s
}

define i32 @tgt7(double noundef %x) {
  %a = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %e = extractvalue { double, i32 } %a, 1
  %c = icmp sgt i32 %e, 0
  br i1 %c, label %t, label %f
t:
  ret i32 3
f:
  ret i32 4
}

define i1 @src8() {
  ret i1 false
}

define i1 @tgt8() {
  %f = call ptr @llvm.frameaddress.p0(i32 0)
  %c = icmp eq ptr %f, null
  ret i1 %c
}

define i1 @src9() {
  ret i1 false
}

define i1 @tgt9() {
  %f = call ptr @llvm.returnaddress(i32 0)
  %c = icmp eq ptr %f, null
  ret i1 %c
}
