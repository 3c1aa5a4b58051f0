; RUN: tollgate check %s --no-refute
; Stores that the source makes, in the same run: dropped before a loop that never ends, of another value there, merged, taken out of arms, moved in front of a loop that makes them. And stores that nobody else sees. (§2.6)
@g = global i32 0, align 4
@h = global [2 x i32] zeroinitializer, align 8
declare void @tell(ptr)

define void @srcdropped() {
entry:
  store i32 1, ptr @g
  br label %loop
loop:
  br label %loop
}
define void @tgtdropped() {
entry:
  br label %loop
loop:
  br label %loop
}

define void @srcother_value() {
entry:
  store i32 1, ptr @g
  br label %loop
loop:
  br label %loop
}
define void @tgtother_value() {
entry:
  store i32 2, ptr @g
  br label %loop
loop:
  br label %loop
}

define void @srcmerged() {
  %second = getelementptr i8, ptr @h, i64 4
  store i32 0, ptr @h
  store i32 0, ptr %second
  ret void
}
define void @tgtmerged() {
  store i64 0, ptr @h
  ret void
}

define void @srcout_of_arms(i1 %c) {
  br i1 %c, label %one, label %two
one:
  store i32 1, ptr @g
  br label %join
two:
  store i32 2, ptr @g
  br label %join
join:
  ret void
}
define void @tgtout_of_arms(i1 %c) {
  br i1 %c, label %one, label %two
one:
  br label %join
two:
  br label %join
join:
  %v = phi i32 [ 1, %one ], [ 2, %two ]
  store i32 %v, ptr @g
  ret void
}

define void @srcsome_of_them(i1 noundef %c, i1 noundef %d) {
  br i1 %c, label %one, label %next
one:
  store i32 1, ptr @g
  br label %next
next:
  br i1 %d, label %two, label %join
two:
  store i32 2, ptr @g
  br label %join
join:
  ret void
}
define void @tgtsome_of_them(i1 noundef %c, i1 noundef %d) {
  %e = or i1 %c, %d
  br i1 %e, label %one, label %join
one:
  %v = select i1 %d, i32 2, i32 1
  store i32 %v, ptr @g
  br label %join
join:
  ret void
}

define void @srcwritten_before(i1 noundef %c) {
  store i32 1, ptr @g
  br i1 %c, label %again, label %join
again:
  store i32 2, ptr @g
  br label %join
join:
  ret void
}
define void @tgtwritten_before(i1 noundef %c) {
  %v = select i1 %c, i32 2, i32 1
  store i32 %v, ptr @g
  ret void
}

define i32 @srcown(i32 %x) {
  ret i32 %x
}
define i32 @tgtown(i32 %x) {
  %slot = alloca [2 x i32]
  store i32 1, ptr %slot
  store i32 %x, ptr %slot
  %v = load i32, ptr %slot
  ret i32 %v
}

define void @srcown_before_it_is_told() {
  %slot = alloca [2 x i32], align 8
  %second = getelementptr i8, ptr %slot, i64 4
  store i32 0, ptr %slot
  store i32 0, ptr %second
  call void @tell(ptr %slot)
  ret void
}
define void @tgtown_before_it_is_told() {
  %slot = alloca [2 x i32], align 8
  store i64 1, ptr %slot
  store i64 0, ptr %slot
  call void @tell(ptr %slot)
  ret void
}

define void @srcwritable(ptr writable dereferenceable(4) align 4 %p) {
entry:
  br label %loop
loop:
  br label %loop
}
define void @tgtwritable(ptr writable dereferenceable(4) align 4 %p) {
entry:
  store i32 1, ptr %p
  br label %loop
loop:
  br label %loop
}
