; RUN: tollgate check %s --no-refute
; A write of the source stands for one of the target only behind the same observation: others may have learned there that the source has written, and read on without a race. All pairs are wrong. (§2.6)
@g = global i32 0, align 4
declare void @use(ptr)
declare void @ext()
declare i1 @ask()

; What was written was private then.
define void @src_private() {
  %a = alloca i32, align 4
  store i32 7, ptr %a
  call void @use(ptr %a)
  br label %l
l:
  br label %l
}
define void @tgt_private() {
  %a = alloca i32, align 4
  store i32 7, ptr %a
  call void @use(ptr %a)
  store i32 9, ptr %a
  br label %l
l:
  br label %l
}
define void @src_released(ptr %v) {
  store i32 7, ptr @g
  store atomic i32 1, ptr %v release, align 4
  br label %l
l:
  br label %l
}
define void @tgt_released(ptr %v) {
  store i32 7, ptr @g
  store atomic i32 1, ptr %v release, align 4
  store i32 9, ptr @g
  br label %l
l:
  br label %l
}
; It ends sometimes, and then nobody finds the 9.
define void @src_may_end(i32 %n) {
  store i32 7, ptr @g
  call void @ext()
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %j = add i32 %i, 2
  %c = icmp eq i32 %j, %n
  br i1 %c, label %x, label %l
x:
  store i32 5, ptr @g
  ret void
}
define void @tgt_may_end(i32 %n) {
  store i32 7, ptr @g
  call void @ext()
  store i32 9, ptr @g
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %j = add i32 %i, 2
  %c = icmp eq i32 %j, %n
  br i1 %c, label %x, label %l
x:
  store i32 5, ptr @g
  ret void
}
; In the loop that does not end.
define void @src_in_loop() {
  store i32 7, ptr @g
  call void @ext()
  br label %l
l:
  br label %l
}
define void @tgt_in_loop() {
  store i32 7, ptr @g
  call void @ext()
  br label %l
l:
  store i32 9, ptr @g
  br label %l
}
; On one of two ways only the same observation.
define void @src_one_way(i1 %c) {
  store i32 7, ptr @g
  br i1 %c, label %a, label %b
a:
  call void @ext()
  br label %b
b:
  br label %l
l:
  br label %l
}
define void @tgt_one_way(i1 %c) {
  store i32 7, ptr @g
  br i1 %c, label %a, label %b
a:
  call void @ext()
  br label %b
b:
  store i32 9, ptr @g
  br label %l
l:
  br label %l
}
