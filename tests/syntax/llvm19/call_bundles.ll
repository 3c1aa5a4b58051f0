; Operand bundles of every known tag, and an unknown one.
declare void @f(i32)
declare i32 @g()
declare void @llvm.assume(i1)
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @prealloc_callee(ptr preallocated(i32))
declare ptr @retained()
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @convergent_callee() convergent

define void @plain(i32 %x, ptr %p, ptr %fp) {
  call void @f(i32 %x) [ "deopt"() ]
  call void @f(i32 %x) [ "deopt"(i32 1, ptr %p, float undef) ]
  call void @f(i32 %x) [ "gc-transition"(i32 1) ]
  call void @f(i32 %x) [ "gc-live"(ptr %p) ]
  call void @f(i32 %x) nounwind [ "deopt"(i32 1), "gc-live"(ptr %p, ptr null), "unknown tag"(i8 1) ]
  call void %fp(i32 %x) [ "cfguardtarget"(ptr %fp) ]
  call void %fp(i32 %x) [ "kcfi"(i32 -559038737) ]
  call void %fp(i32 %x) [ "ptrauth"(i32 1, i64 42) ]
  %r = call ptr @retained() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  %t = call i32 @g() #0 [ "odd \22tag\22"({ i32, i8 } { i32 1, i8 2 }, <2 x i8> zeroinitializer) ], !note !0
  ret void
}

define void @assumptions(ptr %p, i64 %n, i1 %c) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 16, i32 4) ]
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p), "dereferenceable"(ptr %p, i64 8) ]
  call void @llvm.assume(i1 true) [ "dereferenceable_or_null"(ptr %p, i64 64), "noundef"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "cold"(), "ignore"(), "separate_storage"(ptr %p, ptr null) ]
  ret void
}

define void @preallocated() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @prealloc_callee(ptr preallocated(i32) %a) [ "preallocated"(token %t) ]
  ret void
}

define void @convergence() convergent {
  %e = call token @llvm.experimental.convergence.entry()
  br label %loop

loop:
  %l = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %e) ]
  call void @convergent_callee() convergent [ "convergencectrl"(token %l) ]
  br i1 undef, label %loop, label %out

out:
  ret void
}

attributes #0 = { cold }
!0 = !{}
