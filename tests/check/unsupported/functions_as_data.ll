; RUN: tollgate check %s %s.after --no-refute
; The data layout says that addresses of functions are multiples of their alignment; the data before code can be read. (§11a.1)
target datalayout = "e-Fn32"

define void @aligned() align 16 {
  ret void
}

define void @with_data() prefix i32 1 {
  ret void
}

define i64 @low_bits() {
  %v = and i64 ptrtoint (ptr @aligned to i64), 15
  ret i64 %v
}

define i32 @data() {
  %p = getelementptr i8, ptr @with_data, i64 -4
  %v = load i32, ptr %p
  ret i32 %v
}

define void @neither() {
  ret void
}
