; RUN: tollgate check %s
; What is apart on the circle is apart, wherever numbers end. (§11a.3)

; One byte short of meeting.
define i8 @src1(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775804
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  store i8 7, ptr %back
  store i32 0, ptr %far, align 1
  %v = load i8, ptr %back
  ret i8 %v
}
define i8 @tgt1(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775804
  %back = getelementptr i8, ptr %p, i64 -9223372036854775808
  store i8 7, ptr %back
  store i32 0, ptr %far, align 1
  ret i8 7
}

; Once around, and two bytes more: the last one of the other row is written, and the first one is not.
define i8 @src2(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 9223372036854775807
  %b = getelementptr i8, ptr %a, i64 9223372036854775807
  %c = getelementptr i8, ptr %b, i64 4
  store i8 1, ptr %p
  store i16 2, ptr %c, align 1
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt2(ptr %p) {
  %c = getelementptr i8, ptr %p, i64 2
  store i8 1, ptr %p
  store i16 2, ptr %c, align 1
  ret i8 1
}

; A part of a row that goes over the end of numbers.
define i8 @src3(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775806
  %back = getelementptr i8, ptr %p, i64 -9223372036854775807
  store i32 67305985, ptr %far, align 1
  %v = load i8, ptr %back
  ret i8 %v
}
define i8 @tgt3(ptr %p) {
  %far = getelementptr i8, ptr %p, i64 9223372036854775806
  store i32 67305985, ptr %far, align 1
  ret i8 4
}
