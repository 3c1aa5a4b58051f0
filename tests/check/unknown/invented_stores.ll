; RUN: tollgate check %s --no-refute
; No invented stores (§2.6): what others may see the target write, the source writes in the same run. A store is not added to a run that never ends, nor moved in front of a loop or a call that
; may not end, nor made where the source makes none, even if nobody finds it at the return. All pairs are wrong.
@g = global i32 0, align 4
@h = global [2 x i32] zeroinitializer, align 4
declare void @may_not_return() memory(none) nounwind
declare void @tell(ptr)

define void @srcnever_ends() {
entry:
  br label %loop
loop:
  br label %loop
}
define void @tgtnever_ends() {
entry:
  store i32 1, ptr @g
  br label %loop
loop:
  br label %loop
}

define void @srcbefore_loop(i1 noundef %c) {
entry:
  br label %loop
loop:
  br i1 %c, label %loop, label %exit
exit:
  store i32 5, ptr @g
  ret void
}
define void @tgtbefore_loop(i1 noundef %c) {
entry:
  store i32 5, ptr @g
  br label %loop
loop:
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define void @srcbefore_loop_too(i1 noundef %c) {
entry:
  br label %loop
loop:
  br i1 %c, label %loop, label %exit
exit:
  store i32 5, ptr @g
  ret void
}
define void @tgtbefore_loop_too(i1 noundef %c) {
entry:
  store i32 7, ptr @g
  br label %loop
loop:
  br i1 %c, label %loop, label %exit
exit:
  store i32 5, ptr @g
  ret void
}

define void @srcin_loop(i1 noundef %c) {
entry:
  br label %loop
loop:
  br i1 %c, label %loop, label %exit
exit:
  store i32 5, ptr @g
  ret void
}
define void @tgtin_loop(i1 noundef %c) {
entry:
  br label %loop
loop:
  store i32 7, ptr @g
  br i1 %c, label %loop, label %exit
exit:
  store i32 5, ptr @g
  ret void
}

; The source writes in the loop only if it comes there, which need not be in the first iteration.
define void @srclater_iteration(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %is_third = icmp eq i32 %i, 3
  br i1 %is_third, label %write, label %latch
write:
  store i32 5, ptr @g
  br label %latch
latch:
  %goes_on = icmp ult i32 %next, %n
  br i1 %goes_on, label %loop, label %exit
exit:
  ret void
}
define void @tgtlater_iteration(i32 noundef %n) {
entry:
  %old = load i32, ptr @g
  store i32 5, ptr @g
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %is_third = icmp eq i32 %i, 3
  br i1 %is_third, label %write, label %latch
write:
  store i32 5, ptr @g
  br label %latch
latch:
  %goes_on = icmp ult i32 %next, %n
  br i1 %goes_on, label %loop, label %exit
exit:
  ret void
}

define void @srcbefore_call() {
  call void @may_not_return()
  store i32 5, ptr @g
  ret void
}
define void @tgtbefore_call() {
  store i32 7, ptr @g
  call void @may_not_return()
  store i32 5, ptr @g
  ret void
}

define void @srcrestored(i1 noundef %c) {
  br i1 %c, label %write, label %join
write:
  store i32 5, ptr @g
  br label %join
join:
  ret void
}
define void @tgtrestored(i1 noundef %c) {
  %old = load i32, ptr @g
  %new = select i1 %c, i32 5, i32 %old
  store i32 %new, ptr @g
  ret void
}

; The byte beside is one that the source leaves alone before it never ends.
define void @srcmore_bytes() {
entry:
  store i32 5, ptr @h
  br label %loop
loop:
  br label %loop
}
define void @tgtmore_bytes() {
entry:
  store i64 5, ptr @h, align 4
  br label %loop
loop:
  br label %loop
}

define i32 @srcknown_slot() {
  %slot = alloca i32, align 4
  call void @tell(ptr %slot)
  ret i32 0
}
define i32 @tgtknown_slot() {
  %slot = alloca i32, align 4
  call void @tell(ptr %slot)
  store i32 7, ptr %slot, align 4
  ret i32 0
}

define void @srccopied() {
entry:
  br label %loop
loop:
  br label %loop
}
define void @tgtcopied() {
entry:
  call void @llvm.memset.p0.i64(ptr @h, i8 0, i64 8, i1 false)
  br label %loop
loop:
  br label %loop
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Unless it is `writable`, what can be dereferenced need not be the function's to write.
define void @srconly_readable(ptr dereferenceable(4) align 4 %p) {
entry:
  br label %loop
loop:
  br label %loop
}
define void @tgtonly_readable(ptr dereferenceable(4) align 4 %p) {
entry:
  store i32 1, ptr %p
  br label %loop
loop:
  br label %loop
}
