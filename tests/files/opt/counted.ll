; RUN: tollgate opt %s --passes=unroll,const-prop,if-simplify,straighten,copy-prop,dce --verify-each --stats
; Loops whose number of iterations is known: a few of them are no loop any more, of many every other one asks; what is not known is asked twice.

define i32 @few(i32 %x) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %power = phi i32 [ 1, %entry ], [ %more, %body ]
  %go = icmp ult i32 %i, 3
  br i1 %go, label %body, label %out
body:
  %more = mul i32 %power, %x
  %next = add i32 %i, 1
  br label %head
out:
  ret i32 %power
}

define void @many(ptr %p) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %go = icmp ult i32 %i, 100
  br i1 %go, label %body, label %out
body:
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  br label %head
out:
  ret void
}

define void @unknown(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %go = icmp ult i32 %i, %n
  br i1 %go, label %body, label %out
body:
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  br label %head
out:
  ret void
}
