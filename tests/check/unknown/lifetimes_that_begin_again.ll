; RUN: tollgate check %s --no-refute
; `lifetime.start` of a slot that is alive already fills it with poison; of one that is not, with undef.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @use(i32)

define i32 @src1() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt1() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}

; In the second iteration the slot is alive.
define void @src2(i1 %c) {
  br label %loop
loop:
  call void @use(i32 undef)
  br i1 %c, label %loop, label %done
done:
  ret void
}
define void @tgt2(i1 %c) {
  %a = alloca i32
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  call void @use(i32 %v)
  br i1 %c, label %loop, label %done
done:
  ret void
}

; On one of two ways it is.
define i32 @src3(i1 %c) {
  ret i32 undef
}
define i32 @tgt3(i1 %c) {
  %a = alloca i32
  br i1 %c, label %start, label %join
start:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  br label %join
join:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}

; Right: each iteration ends the lifetime that it began.
define void @src4(i1 %c) {
  br label %loop
loop:
  call void @use(i32 undef)
  br i1 %c, label %loop, label %done
done:
  ret void
}
define void @tgt4(i1 %c) {
  %a = alloca i32
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  call void @use(i32 %v)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br i1 %c, label %loop, label %done
done:
  ret void
}
