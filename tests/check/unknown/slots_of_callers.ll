; RUN: tollgate check %s
; RUN: tollgate check %s --reading dead-load=poison
; Wrong by one reading: the address may be that of a dead slot of a caller. A store there has no effect, and then only the target returns poison. (§11.5, §11.6)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @get()
@kept = global ptr null

define i32 @src(ptr %p) {
  %u = load i32, ptr %p
  store i32 1, ptr %p
  ret i32 1
}
define i32 @tgt(ptr %p) {
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; From memory.
define i32 @src_loaded() {
  %p = load ptr, ptr @kept
  %u = load i32, ptr %p
  store i32 1, ptr %p
  ret i32 1
}
define i32 @tgt_loaded() {
  %p = load ptr, ptr @kept
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; From a call.
define i32 @src_returned(i32 %x) {
  %p = call ptr @get()
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  ret i32 %x
}
define i32 @tgt_returned(i32 %x) {
  %p = call ptr @get()
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; From a number.
define i32 @src_number(i64 %n, i32 %x) {
  %p = inttoptr i64 %n to ptr
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  ret i32 %x
}
define i32 @tgt_number(i64 %n, i32 %x) {
  %p = inttoptr i64 %n to ptr
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; Two bytes are not promised.
define i32 @src_covered_in_part(ptr dereferenceable(6) %p, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 4
  %u = load i32, ptr %q
  store i32 %x, ptr %q
  ret i32 %x
}
define i32 @tgt_covered_in_part(ptr dereferenceable(6) %p, i32 %x) {
  %q = getelementptr i8, ptr %p, i64 4
  %u = load i32, ptr %q
  store i32 %x, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
}

; Only the target promises it: that has to be shown, and is not.
define i32 @src_promise(ptr %p) {
  %u = load i32, ptr %p
  store i32 1, ptr %p
  ret i32 1
}
define i32 @tgt_promise(ptr dereferenceable(4) %p) {
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; One of two addresses.
define i32 @src_one_of_two(ptr %p, i1 noundef %c) {
  %q = select i1 %c, ptr %p, ptr @kept
  %u = load i32, ptr %q
  store i32 1, ptr %q
  ret i32 1
}
define i32 @tgt_one_of_two(ptr %p, i1 noundef %c) {
  %q = select i1 %c, ptr %p, ptr @kept
  store i32 1, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
}

; Bytes that were set.
define i32 @src_set(ptr %p) {
  %u = load i32, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i32 0
}
define i32 @tgt_set(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  %v = load i32, ptr %p
  ret i32 %v
}

; Bytes that were copied from there, to where they are alive.
@to = global i32 0
define i32 @src_copied(ptr %p) {
  %u = load i32, ptr %p
  store i32 5, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr @to, ptr %p, i64 4, i1 false)
  %v = load i32, ptr @to
  ret i32 5
}
define i32 @tgt_copied(ptr %p) {
  store i32 5, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr @to, ptr %p, i64 4, i1 false)
  %v = load i32, ptr @to
  ret i32 %v
}

; What is stored on one path only.
define i32 @src_path(ptr %p, i1 noundef %c) {
  %u = load i32, ptr %p
  br i1 %c, label %then, label %end
then:
  store i32 7, ptr %p
  br label %end
end:
  %r = phi i32 [ %u, %0 ], [ 7, %then ]
  ret i32 %r
}
define i32 @tgt_path(ptr %p, i1 noundef %c) {
  br i1 %c, label %then, label %end
then:
  store i32 7, ptr %p
  br label %end
end:
  %r = load i32, ptr %p
  ret i32 %r
}

; What an iteration stored.
define i32 @src_loop(ptr %p, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %u = load i32, ptr %p
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %i
}
define i32 @tgt_loop(ptr %p, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  %v = load i32, ptr %p
  ret i32 %v
}

; What the last iteration stored, in a loop that only the simulation follows: the target's is rotated.
define i32 @src_rotated(ptr %p, i32 noundef %n) {
  store i32 0, ptr %p
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %j, %body ]
  %u = load i32, ptr %p
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %j = add i32 %i, 1
  store i32 %j, ptr %p
  br label %head
end:
  ret i32 %i
}
define i32 @tgt_rotated(ptr %p, i32 noundef %n) {
  store i32 0, ptr %p
  %first = icmp slt i32 0, %n
  br i1 %first, label %body, label %end
body:
  %i = phi i32 [ 0, %0 ], [ %v, %body ]
  %j = add i32 %i, 1
  store i32 %j, ptr %p
  %v = load i32, ptr %p
  %c = icmp slt i32 %j, %n
  br i1 %c, label %body, label %end
end:
  %r = phi i32 [ 0, %0 ], [ %v, %body ]
  ret i32 %r
}

; A branch on what was loaded is undefined in the target only.
define i32 @src_branch(ptr %p, i32 noundef %x) {
  %u = load i32, ptr %p
  store i32 %x, ptr %p
  %c = icmp eq i32 %x, 0
  br i1 %c, label %then, label %end
then:
  ret i32 1
end:
  ret i32 2
}
define i32 @tgt_branch(ptr %p, i32 noundef %x) {
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %then, label %end
then:
  ret i32 1
end:
  ret i32 2
}
