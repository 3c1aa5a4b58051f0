; RUN: tollgate check %s %s --no-shortcuts
; A function that writes and has invariant loads is valid against itself.

declare void @use(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @loop(ptr %p, ptr %r, i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load i32, ptr %p, !invariant.load !0
  %f = load i32, ptr %r
  %sum = add i32 %v, %f
  store i32 %sum, ptr %r
  call void @use(ptr %r)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret i32 %f
}

define void @writes(ptr %p, ptr %q, i64 %n, i32 %x) {
  %s = alloca i32
  store i32 %x, ptr %s
  call void @use(ptr %s)
  call void @llvm.memset.p0.i64(ptr %q, i8 1, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 1, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)
  %old = atomicrmw add ptr %q, i32 %x monotonic
  %pair = cmpxchg ptr %q, i32 0, i32 %x monotonic monotonic
  store volatile i32 %x, ptr %q
  store atomic i32 %x, ptr %q release, align 4
  %t = load ptr, ptr %p, !invariant.load !0
  %v = load i32, ptr %t, !invariant.load !0
  store i32 %v, ptr %q
  ret void
}

!0 = !{}
