; RUN: tollgate show %s --as loops
; RUN: tollgate show %s --as loops --format dot
; RUN: tollgate show %s --as loops --format json
; RUN: tollgate show %s --as dom --format dot
; RUN: tollgate show %s --as gates
; RUN: tollgate show %s --as gates --format dot

; Finds a zero in a table; the inner loop is left for good when there is one.
define i32 @find(ptr %table, i32 %rows, i32 %columns) {
entry:
  br label %row

row:
  %i = phi i32 [ 0, %entry ], [ %i.next, %row.end ]
  %rows.left = icmp slt i32 %i, %rows
  br i1 %rows.left, label %column, label %done

column:
  %j = phi i32 [ 0, %row ], [ %j.next, %column.end ]
  %columns.left = icmp slt i32 %j, %columns
  br i1 %columns.left, label %look, label %row.end

look:
  %offset = mul i32 %i, %columns
  %index = add i32 %offset, %j
  %slot = getelementptr i32, ptr %table, i32 %index
  %element = load i32, ptr %slot
  %zero = icmp eq i32 %element, 0
  br i1 %zero, label %done, label %column.end

column.end:
  %j.next = add i32 %j, 1
  br label %column

row.end:
  %i.next = add i32 %i, 1
  br label %row

done:
  %found = phi i32 [ -1, %row ], [ %index, %look ]
  ret i32 %found
}
