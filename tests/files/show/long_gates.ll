; RUN: tollgate show %s --as gates
; RUN: tollgate show %s --as gates --format dot

; Gates that share parts: the parts have names. The nested form of %result shares a decision.
define i32 @shared(i1 %a, i1 %b, i1 %c, i1 %d, i1 %e, i32 %x) {
entry:
  br i1 %a, label %one, label %two

one:
  br i1 %b, label %middle, label %out

two:
  br i1 %c, label %middle, label %out

middle:
  br i1 %d, label %three, label %four

three:
  br i1 %e, label %out, label %four

four:
  switch i32 %x, label %out [
    i32 1, label %five
    i32 2, label %five
    i32 3, label %six
  ]

five:
  br label %six

six:
  %inner = phi i32 [ 5, %five ], [ 6, %four ]
  br label %out

out:
  %result = phi i32 [ 1, %one ], [ 2, %two ], [ 3, %three ], [ 4, %four ], [ %inner, %six ]
  ret i32 %result
}

declare void @may_not_return()
declare i32 @pure(i32) nounwind willreturn memory(none)

; Calls that may not return are in the activation of what comes behind them, and only there.
define i32 @behind_calls(i1 %a, i32 %x) {
entry:
  call void @may_not_return()
  br i1 %a, label %then, label %join

then:
  %y = call i32 @pure(i32 %x)
  call void @may_not_return()
  br label %join

join:
  %r = phi i32 [ %x, %entry ], [ %y, %then ]
  call void @may_not_return()
  br label %end

end:
  ret i32 %r
}
