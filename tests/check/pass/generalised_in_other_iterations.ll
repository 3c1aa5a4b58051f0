; RUN: tollgate check %s --no-refute --reading dead-load=undefined
; What is left of a value without flags does not vary with the loop, nor does the value of the
; source: the target may have it an iteration later. (docs/proofs.md, Theorem 7; §4.3)

declare void @f(i32)

; The flag holds in all iterations, or in none.
define void @src(i32 noundef %x, ptr noundef %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 9, %entry ], [ %i2, %loop ]
  %z = phi i64 [ 0, %entry ], [ %z2, %loop ]
  %s = add nuw i32 %x, 5
  %v = sub i32 %s, 5
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, -1
  %d = icmp ne i32 %i2, 0
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt(i32 noundef %x, ptr noundef %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 9, %entry ], [ %i2, %loop ]
  %prev = phi i32 [ %x, %entry ], [ %v, %loop ]
  %s = add nuw i32 %x, 5
  %v = sub i32 %s, 5
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %i2 = add i32 %i, -1
  %d = icmp ne i32 %i2, 0
  br i1 %d, label %loop, label %out
out:
  ret void
}
