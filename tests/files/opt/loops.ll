; RUN: tollgate opt %s --passes=rotate,licm,peel,unroll --verify-each --stats --everywhere
; RUN: tollgate opt %s --passes=peel,unroll --verify-each --stats
; RUN: tollgate opt %s --passes=unswitch,if-simplify,straighten --verify-each --stats

define i32 @f(i32 %n, i1 %c, ptr %p) mustprogress {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %go = icmp slt i32 %i, %n
  br i1 %go, label %body, label %out

body:
  %step = load i32, ptr %p
  br i1 %c, label %then, label %latch

then:
  %twice = mul i32 %step, 2
  br label %latch

latch:
  %add = phi i32 [ %twice, %then ], [ %step, %body ]
  %more = add i32 %sum, %add
  %next = add i32 %i, 1
  br label %head

out:
  ret i32 %sum
}
