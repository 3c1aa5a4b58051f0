; blockaddress as i8*, tables of labels, indirectbr.
@dispatch.table = internal unnamed_addr constant [3 x i8*] [i8* blockaddress(@dispatch, %one), i8* blockaddress(@dispatch, %two), i8* blockaddress(@dispatch, %out)], align 16
@as_number = global i64 ptrtoint (i8* blockaddress(@dispatch, %one) to i64), align 8
@distance = global i32 sub (i32 ptrtoint (i8* blockaddress(@dispatch, %two) to i32), i32 ptrtoint (i8* blockaddress(@dispatch, %one) to i32)), align 4

define i32 @dispatch(i64 %n) {
entry:
  %slot = getelementptr inbounds [3 x i8*], [3 x i8*]* @dispatch.table, i64 0, i64 %n
  %target = load i8*, i8** %slot, align 8
  indirectbr i8* %target, [label %one, label %two, label %out]

one:                                              ; preds = %two, %entry
  br label %out

two:                                              ; preds = %entry
  indirectbr i8* blockaddress(@dispatch, %one), [label %one]

out:                                              ; preds = %one, %entry
  %r = phi i32 [ 0, %entry ], [ 1, %one ]
  ret i32 %r
}
