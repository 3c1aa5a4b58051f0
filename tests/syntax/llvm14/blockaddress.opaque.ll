; The opaque-pointer form of blockaddress.ll.
@dispatch.table = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@dispatch, %one), ptr blockaddress(@dispatch, %two), ptr blockaddress(@dispatch, %out)], align 16
@as_number = global i64 ptrtoint (ptr blockaddress(@dispatch, %one) to i64), align 8
@distance = global i32 sub (i32 ptrtoint (ptr blockaddress(@dispatch, %two) to i32), i32 ptrtoint (ptr blockaddress(@dispatch, %one) to i32)), align 4

define i32 @dispatch(i64 %n) {
entry:
  %slot = getelementptr inbounds [3 x ptr], ptr @dispatch.table, i64 0, i64 %n
  %target = load ptr, ptr %slot, align 8
  indirectbr ptr %target, [label %one, label %two, label %out]

one:                                              ; preds = %two, %entry
  br label %out

two:                                              ; preds = %entry
  indirectbr ptr blockaddress(@dispatch, %one), [label %one]

out:                                              ; preds = %one, %entry
  %r = phi i32 [ 0, %entry ], [ 1, %one ]
  ret i32 %r
}
