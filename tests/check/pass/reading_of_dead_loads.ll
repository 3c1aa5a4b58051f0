; RUN: tollgate check %s --reading dead-load=undefined
; Where a read outside of a lifetime is held to be undefined, what it gives does not matter. (§11.5)
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare void @use(ptr)

define i32 @src3() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 1
}
define i32 @tgt3() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @src8(i1 noundef %c) {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr [ %a, %x ], [ %b, %0 ]
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 1
}
define i32 @tgt8(i1 noundef %c) {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr [ %a, %x ], [ %b, %0 ]
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}
