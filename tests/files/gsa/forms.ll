; RUN: tollgate gsa %s --fn sum_of_odd
; RUN: tollgate gsa %s --verify
; RUN: tollgate gsa %s --verify --solver-alone
; RUN: tollgate gsa %s --fn sum_of_odd --verify --format json
; RUN: tollgate gsa %s --fn sum_of_odd --to-ssa
; RUN: tollgate show %s --as gsa
; RUN: tollgate show %s --fn guarded --as gsa --format json
; RUN: tollgate show %s --fn sum_of_odd --as gsa --format dot
; RUN: tollgate run %s --fn sum_of_odd --args 10 --as gsa --demand
; Loops and joins in gated SSA: as text, validated, drawn, executed, and turned back.

declare i32 @may_unwind(ptr)

declare i32 @personality(...)

define i32 @sum_of_odd(i32 %n) {
entry:
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %less = icmp slt i32 %i, %n
  br i1 %less, label %body, label %exit

body:
  %bit = and i32 %i, 1
  switch i32 %bit, label %latch [
    i32 1, label %add
  ]

add:
  %added = add i32 %sum, %i
  br label %latch

latch:
  %more = phi i32 [ %sum, %body ], [ %added, %add ]
  %next = add i32 %i, 1
  br label %header

exit:
  ret i32 %sum
}

; Conditions that compare pointers and depend on memory.
define i32 @guarded(ptr %p) {
entry:
  %is_null = icmp eq ptr %p, null
  br i1 %is_null, label %done, label %look

look:
  %there = load i1, ptr %p, align 1
  br i1 %there, label %done, label %deep

deep:
  br label %done

done:
  %r = phi i32 [ 0, %entry ], [ 1, %look ], [ 2, %deep ]
  ret i32 %r
}

; Whether a call unwound.
define i32 @caught(ptr %p) personality ptr @personality {
entry:
  %first = invoke i32 @may_unwind(ptr %p) to label %next unwind label %pad

next:
  %second = invoke i32 @may_unwind(ptr %p) to label %done unwind label %pad

pad:
  %how_far = phi i32 [ 1, %entry ], [ 2, %next ]
  %caught = landingpad { ptr, i32 } catch ptr null
  br label %done

done:
  %r = phi i32 [ %second, %next ], [ %how_far, %pad ]
  ret i32 %r
}

; Where an `indirectbr` goes; its loop stays irreducible, and so its phis stay.
define i32 @somewhere(ptr %to, i32 %n) {
entry:
  indirectbr ptr %to, [label %a, label %b]

a:
  %x = phi i32 [ %n, %entry ], [ %y, %b ]
  %less = icmp slt i32 %x, 10
  br i1 %less, label %b, label %done

b:
  %y = phi i32 [ 0, %entry ], [ %x, %a ]
  %again = icmp sgt i32 %y, 3
  br i1 %again, label %a, label %done

done:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  ret i32 %r
}
