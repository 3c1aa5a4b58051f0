; RUN: tollgate check %s --no-refute --explain

; What is the cause of a difference stands before what follows from it.

declare void @see(i32)
declare void @use(ptr)
declare i32 @work()
declare void @keep(ptr)
@g = global [4 x i8] zeroinitializer

; A call was moved out of its loop.
define void @src_moved(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = call i32 @work()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @tgt_moved(i32 %n) {
entry:
  %x = call i32 @work()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A call that is never made, by what the condition before it says.
define void @src_never(i32 %n, i32 %i) {
  %up = add nsw i32 %i, 1
  %below = icmp slt i32 %up, %n
  br i1 %below, label %next, label %out
next:
  %also = icmp slt i32 %i, %n
  br i1 %also, label %out, label %failed
failed:
  call void @see(i32 %i)
  br label %out
out:
  ret void
}

define void @tgt_never(i32 %n, i32 %i) {
  ret void
}

; `nonnull` of several calls, which follows from one access.
define void @src_accessed(ptr %p) {
  %at = getelementptr i8, ptr %p, i64 8
  %v = load i8, ptr %at
  call void @use(ptr %p)
  call void @keep(ptr %p)
  ret void
}

define void @tgt_accessed(ptr %p) {
  %at = getelementptr i8, ptr %p, i64 8
  %v = load i8, ptr %at
  call void @use(ptr nonnull %p)
  call void @keep(ptr nonnull %p)
  ret void
}

; What was written before a call, as bytes.
define i32 @src_filled(ptr %p) {
  store i32 0, ptr %p
  call void @use(ptr %p)
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt_filled(ptr %p) {
  store i32 0, ptr %p
  call void @use(ptr %p)
  ret i32 0
}

; Other bytes were.
define i32 @src_other_bytes(ptr %p) {
  store i32 0, ptr %p
  call void @use(ptr %p)
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt_other_bytes(ptr %p) {
  store i32 0, ptr %p
  call void @use(ptr %p)
  ret i32 1
}

; A promise of a constant.
define ptr @src_constant() {
  %r = getelementptr i8, ptr @g, i64 3
  ret ptr %r
}

define ptr @tgt_constant() {
  ret ptr getelementptr inbounds (i8, ptr @g, i64 3)
}

; An equality that does not hold for all values.
define i32 @src_some(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}

define i32 @tgt_some(i32 %x) {
  ret i32 %x
}

; What was branched on before.
define i8 @src_passed(i8 %a, i8 %b) {
  %large = icmp ugt i8 %b, 7
  br i1 %large, label %then, label %done
then:
  %r = shl i8 %a, %b
  ret i8 %r
done:
  ret i8 0
}

define i8 @tgt_passed(i8 %a, i8 %b) {
  %large = icmp ugt i8 %b, 7
  br i1 %large, label %then, label %done
then:
  %r = shl nuw i8 %a, %b
  ret i8 %r
done:
  ret i8 0
}

; After an atomic access memory is taken as changed.
define i32 @src_atomic(ptr %p) {
  %x = load atomic i32, ptr %p seq_cst, align 4
  %y = load i32, ptr %p
  %r = add i32 %x, %y
  ret i32 %r
}

define i32 @tgt_atomic(ptr %p) {
  %x = load atomic i32, ptr %p seq_cst, align 4
  %r = shl i32 %x, 1
  ret i32 %r
}

; A loop that was unswitched, on what may be undef.
define i32 @src_unswitched(i1 %c, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ %a, %entry ], [ %sum, %loop ]
  %by = select i1 %c, i32 %a, i32 %i
  %sum = add nsw i32 %s, %by
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %i, 10000
  br i1 %more, label %loop, label %done
done:
  ret i32 %s
}

define i32 @tgt_unswitched(i1 %c, i32 %a) {
entry:
  %f = freeze i1 %c
  br i1 %f, label %first, label %second
first:
  %i = phi i32 [ 0, %entry ], [ %next, %first ]
  %s = phi i32 [ %a, %entry ], [ %sum, %first ]
  %sum = add nsw i32 %s, %a
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %i, 10000
  br i1 %more, label %first, label %done
second:
  %j = phi i32 [ 0, %entry ], [ %next.j, %second ]
  %t = phi i32 [ %a, %entry ], [ %sum.t, %second ]
  %sum.t = add nsw i32 %t, %j
  %next.j = add nsw i32 %j, 1
  %more.j = icmp slt i32 %j, 10000
  br i1 %more.j, label %second, label %done
done:
  %r = phi i32 [ %s, %first ], [ %t, %second ]
  ret i32 %r
}

; A call does not write where a `noalias` argument points to that it is not given.
define i32 @src_noalias(ptr noalias %p, ptr %q) {
  %x = load i32, ptr %p
  call void @use(ptr %q)
  %y = load i32, ptr %p
  %r = add i32 %x, %y
  ret i32 %r
}

define i32 @tgt_noalias(ptr noalias %p, ptr %q) {
  %x = load i32, ptr %p
  call void @use(ptr %q)
  %r = shl i32 %x, 1
  ret i32 %r
}

; It is given it.
define i32 @src_given(ptr noalias %p) {
  %x = load i32, ptr %p
  call void @use(ptr %p)
  %y = load i32, ptr %p
  %r = add i32 %x, %y
  ret i32 %r
}

define i32 @tgt_given(ptr noalias %p) {
  %x = load i32, ptr %p
  call void @use(ptr %p)
  %r = shl i32 %x, 1
  ret i32 %r
}
