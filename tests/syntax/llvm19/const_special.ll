; blockaddress, dso_local_equivalent, no_cfi, ptrauth, and none.
@target = global ptr blockaddress(@dispatch, %one)
@table = constant [3 x ptr] [ptr blockaddress(@dispatch, %one), ptr blockaddress(@dispatch, %"two words"), ptr blockaddress(@dispatch, %last)]
@diff = constant i64 sub (i64 ptrtoint (ptr blockaddress(@dispatch, %one) to i64), i64 ptrtoint (ptr blockaddress(@dispatch, %last) to i64))
@equivalent = constant ptr dso_local_equivalent @external
@rel = constant i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @external to i64), i64 ptrtoint (ptr @rel to i64)) to i32)
@nocfi = constant ptr no_cfi @external
@early = constant ptr no_cfi @defined_later
@signed0 = global ptr ptrauth (ptr @external, i32 0)
@signed1 = global ptr ptrauth (ptr @external, i32 2, i64 1234)
@signed2 = global ptr ptrauth (ptr @external, i32 3, i64 65535, ptr @signed2)
@signed3 = global ptr ptrauth (ptr @external, i32 1, i64 0, ptr @signed3)
; A block of a function that the text has not yet reached, by number.
@by_number = constant [2 x ptr] [ptr blockaddress(@numbered, %3), ptr blockaddress(@numbered, %4)]

declare void @external()

define void @dispatch(ptr %p, i32 %0, i32 %1) {
  indirectbr ptr %p, [label %one, label %"two words", label %last]

one:
  ret void

"two words":
  ret void

last:
  ret void
}

define ptr @numbered(ptr %p, i32 %0, i32 %1) {
  indirectbr ptr %p, [label %3, label %4]

3:
  ret ptr blockaddress(@numbered, %4)

4:
  ret ptr blockaddress(@dispatch, %one)
}

define void @defined_later() {
  %a = icmp eq ptr dso_local_equivalent @external, no_cfi @external
  ret void
}
