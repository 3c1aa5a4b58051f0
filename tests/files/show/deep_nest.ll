; RUN: tollgate show %s --as loops
; RUN: tollgate show %s --as gates

; Ten loops in each other, all of which a break in the innermost leaves at once.
define i32 @nest(i1 %found, i1 %again) {
entry:
  br label %loop1

loop1:
  br label %loop2

loop2:
  br label %loop3

loop3:
  br label %loop4

loop4:
  br label %loop5

loop5:
  br label %loop6

loop6:
  br label %loop7

loop7:
  br label %loop8

loop8:
  br label %loop9

loop9:
  br label %loop10

loop10:
  br i1 %found, label %out, label %latch10

latch10:
  br i1 %again, label %loop10, label %latch9

latch9:
  br i1 %again, label %loop9, label %latch8

latch8:
  br i1 %again, label %loop8, label %latch7

latch7:
  br i1 %again, label %loop7, label %latch6

latch6:
  br i1 %again, label %loop6, label %latch5

latch5:
  br i1 %again, label %loop5, label %latch4

latch4:
  br i1 %again, label %loop4, label %latch3

latch3:
  br i1 %again, label %loop3, label %latch2

latch2:
  br i1 %again, label %loop2, label %latch1

latch1:
  br i1 %again, label %loop1, label %out

out:
  %r = phi i32 [ 1, %loop10 ], [ 0, %latch1 ]
  ret i32 %r
}
