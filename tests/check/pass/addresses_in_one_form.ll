; RUN: tollgate check %s --no-refute
; The same address by other steps. Accesses: what the source accesses is in bounds, and so is every place on its way. (§4.7)
%pair = type { i16, i16 }
%entry = type { [8 x %pair], i16 }
define i16 @src1(ptr %p, i32 %i) {
  %e = getelementptr inbounds %entry, ptr %p, i32 0, i32 0
  %w = zext i32 %i to i64
  %a = getelementptr inbounds [8 x %pair], ptr %e, i64 0, i64 %w
  %b = getelementptr inbounds %pair, ptr %a, i32 0, i32 1
  %v = load i16, ptr %b, align 2
  ret i16 %v
}
define i16 @tgt1(ptr %p, i32 %i) {
  %w = zext i32 %i to i64
  %b = getelementptr inbounds [8 x %pair], ptr %p, i64 0, i64 %w, i32 1
  %v = load i16, ptr %b, align 2
  ret i16 %v
}
; An index that control has found to be small.
define i16 @src2(ptr %p, i32 noundef %i) {
  %c = icmp ult i32 %i, 100
  br i1 %c, label %in, label %out
in:
  %w = zext i32 %i to i64
  %a = getelementptr inbounds i16, ptr %p, i64 %w
  %v = load i16, ptr %a, align 2
  ret i16 %v
out:
  ret i16 0
}
define i16 @tgt2(ptr %p, i32 noundef %i) {
  %c = icmp ugt i32 %i, 99
  br i1 %c, label %out, label %in
in:
  %w = zext nneg i32 %i to i64
  %a = getelementptr inbounds i16, ptr %p, i64 %w
  %v = load i16, ptr %a, align 2
  ret i16 %v
out:
  ret i16 0
}
; Two steps forward instead of one.
define ptr @src3(ptr %p, i16 %i) {
  %w = zext i16 %i to i64
  %m = mul i64 %w, 257
  %s = add i64 %m, 1
  %a = getelementptr inbounds i16, ptr %p, i64 %s
  ret ptr %a
}
define ptr @tgt3(ptr %p, i16 %i) {
  %w = zext i16 %i to i64
  %m = mul i64 %w, 257
  %a = getelementptr inbounds i16, ptr %p, i64 %m
  %b = getelementptr inbounds i8, ptr %a, i64 2
  ret ptr %b
}
; Arithmetic before widening, where it does not wrap.
define i8 @src4(ptr %p, i16 %i) {
  %w = zext i16 %i to i32
  %d = sub nsw i32 %w, 1
  %x = sext i32 %d to i64
  %a = getelementptr inbounds [8 x i32], ptr %p, i64 0, i64 %x
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt4(ptr %p, i16 %i) {
  %w = zext i16 %i to i64
  %d = add nsw i64 %w, -1
  %a = getelementptr inbounds [8 x i32], ptr %p, i64 0, i64 %d
  %v = load i8, ptr %a
  ret i8 %v
}
; A step in bounds leads to null only from null.
define i1 @src5(ptr %p, i64 %i) {
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %c = icmp eq ptr %a, null
  ret i1 %c
}
define i1 @tgt5(ptr %p, i64 %i) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
