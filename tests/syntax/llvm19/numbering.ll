; Numbers: one count a function for parameters, blocks and values; numbers may be left out, and skipped.
define i32 @implicit(i32, i32) {
  ; %2 is the entry block
  add i32 %0, %1
  mul i32 %3, %3
  call i32 @implicit(i32 %3, i32 %4)
  ; a value without result takes no number
  call void @nothing()
  add i32 %5, 1
  ret i32 %6
}

define i32 @explicit(i32 %0, i32 %1) {
2:
  %3 = add i32 %0, %1
  br label %4

4:
  %5 = add i32 %3, 1
  ret i32 %5
}

; LLVM 19 also reads a number that is larger than the next free one (LLVM 14 does not).
define i32 @skipping(i32 %5, i32 %named, i32 %8) {
10:
  %20 = add i32 %5, %8
  br label %30

30:
  %31 = add i32 %20, %named
  %100 = add i32 %31, 1
  add i32 %100, 1
  ret i32 %101
}

define void @forward(i1 %c) {
  br i1 %c, label %1, label %3

1:
  %2 = phi i32 [ 0, %0 ], [ %4, %3 ]
  ret void

3:
  %4 = add i32 5, 6
  br label %1
}

@5 = global i32 0
@9 = global ptr @5
declare void @nothing()
declare void @12()
define void @calls_skipped() {
  call void @12()
  ret void
}
