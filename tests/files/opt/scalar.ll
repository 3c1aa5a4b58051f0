; RUN: tollgate opt %s --passes=const-prop,copy-prop,licm,dce --verify-each --check-each --stats
; RUN: tollgate opt %s --passes=const-prop,if-simplify,straighten --verify-each --check-each --stats
; RUN: tollgate opt %s --phaseless --passes=const-prop,copy-prop,if-simplify,straighten,dce,licm --verify-each --check-each --stats
; RUN: tollgate opt %s --phaseless --budget 2 --verify-each --stats

define i32 @f(i32 %n, i32 %x, ptr %p) mustprogress {
entry:
  %four = add i32 1, 3
  %is = icmp eq i32 %four, 4
  br i1 %is, label %always, label %never

always:
  br label %head

head:
  %i = phi i32 [ 0, %always ], [ %next, %head ]
  %square = mul i32 %x, %x
  %unused = load i32, ptr %p
  %next = add i32 %i, %square
  %go = icmp ult i32 %next, %n
  br i1 %go, label %head, label %out

out:
  ret i32 %next

never:
  ret i32 0
}

; Nothing applies: the text stays.
define i32 @same(i32 %x) {
  %y   =   add i32 %x, 1
  ret i32 %y
}
