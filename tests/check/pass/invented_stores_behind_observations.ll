; RUN: tollgate check %s --no-refute
; Near misses: nothing that can be observed lies between the writes, or the same; on each way. (§2.6)
@g = global i32 0, align 4
declare void @use(ptr)
declare void @ext()

define void @src_same(ptr %v) {
  store i32 7, ptr @g
  store atomic i32 1, ptr %v release, align 4
  store i32 8, ptr @g
  br label %l
l:
  br label %l
}
define void @tgt_same(ptr %v) {
  store i32 7, ptr @g
  store atomic i32 1, ptr %v release, align 4
  store i32 9, ptr @g
  br label %l
l:
  br label %l
}
; Behind the join of the source, in the arms of the target.
define void @src_arms(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @ext()
  br label %b
b:
  store i32 8, ptr @g
  ret void
}
define void @tgt_arms(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @ext()
  store i32 8, ptr @g
  ret void
b:
  store i32 8, ptr @g
  ret void
}
; The other way round.
define void @src_join(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @ext()
  store i32 8, ptr @g
  ret void
b:
  store i32 8, ptr @g
  ret void
}
define void @tgt_join(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @ext()
  br label %b
b:
  store i32 8, ptr @g
  ret void
}
; The call is told more than in the source.
define void @src_told(ptr %v) {
  call void @use(ptr undef)
  store i32 7, ptr @g
  store i32 8, ptr @g
  ret void
}
define void @tgt_told(ptr %v) {
  call void @use(ptr null)
  store i32 8, ptr @g
  ret void
}
; In a loop with calls.
define void @src_loop(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  call void @ext()
  store i32 1, ptr @g
  store i32 %i, ptr @g
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %q
q:
  ret void
}
define void @tgt_loop(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  call void @ext()
  store i32 %i, ptr @g
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %q
q:
  ret void
}
