; RUN: tollgate show %s --as cfg
; RUN: tollgate show %s --as cfg --canonical
; RUN: tollgate show %s --as dom
; RUN: tollgate show %s --as loops
; RUN: tollgate show %s --as gates

; A cycle that is entered at two places: canonical form gives it a dispatcher.
define i32 @two_entries(i1 %side, i32 %n) {
entry:
  br i1 %side, label %left, label %right

left:
  %a = phi i32 [ 0, %entry ], [ %c, %right ]
  %b = add i32 %a, 1
  br label %right

right:
  %c = phi i32 [ 10, %entry ], [ %b, %left ]
  %more = icmp slt i32 %c, %n
  br i1 %more, label %left, label %done

done:
  ret i32 %c
}

; The same with addresses as targets, through which no block can be put: it stays as it is and is marked.
define i32 @computed(ptr %to, i32 %n) {
entry:
  indirectbr ptr %to, [label %left, label %right]

left:
  %a = phi i32 [ 0, %entry ], [ %c, %right ]
  %b = add i32 %a, 1
  br label %right

right:
  %c = phi i32 [ 10, %entry ], [ %b, %left ]
  %more = icmp slt i32 %c, %n
  br i1 %more, label %left, label %done

done:
  ret i32 %c
}
