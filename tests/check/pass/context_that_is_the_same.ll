; RUN: tollgate check %s %s.after --no-refute
; Types that are numbered differently are the same; the alignment of a function says nothing of its address unless the data layout says so. (§11a.1)
@table = constant ptr null, !type !0
declare i1 @llvm.type.test(ptr, metadata)

define void @code() align 16 {
  ret void
}

define i64 @low_bits() {
  %v = and i64 ptrtoint (ptr @code to i64), 15
  ret i64 %v
}

define i1 @tests_a_type(ptr %p) {
  %c = call i1 @llvm.type.test(ptr %p, metadata !"T")
  ret i1 %c
}
!0 = !{i64 0, !"T"}
