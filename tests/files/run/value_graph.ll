; RUN: tollgate run %s --fn countdown --args 12,3 --as graph
; RUN: tollgate run %s --fn divide --args 7,0 --as graph
; RUN: tollgate run %s --fn divide --args -8,2 --as graph --format json
; RUN: tollgate run %s --fn throws --args 1 --as graph
; RUN: tollgate run %s --fn divide --args 7,2 --format dot
; RUN: tollgate show %s --as graph
; RUN: tollgate show %s --fn divide --as graph --format dot
; A function as a value graph: its nodes with their values, against the interpreter.

declare void @see(i32)

define i32 @countdown(i32 %from, i32 %by) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %next = sub i32 %i, %by
  %last = icmp eq i32 %next, 0
  br i1 %last, label %done, label %loop
done:
  ret i32 %next
}

define i32 @divide(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

define void @throws(i32 %x) personality ptr null {
  invoke void @see(i32 %x) to label %fine unwind label %bad
fine:
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
