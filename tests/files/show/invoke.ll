; RUN: tollgate show %s --as cfg --canonical
; RUN: tollgate show %s --as loops
; RUN: tollgate show %s --as gates
; RUN: tollgate show %s --as gates --format dot

declare i32 @__gxx_personality_v0(...)
declare i32 @attempt(i32)
declare void @cleanup()
declare void @log(i32) nounwind willreturn

; Retries until a call succeeds. The landing pad is entered from the loop and from outside of it.
define i32 @retry(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %first = invoke i32 @attempt(i32 %n) to label %loop unwind label %pad

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  call void @log(i32 %i)
  %result = invoke i32 @attempt(i32 %i) to label %next unwind label %pad

next:
  %i.next = add i32 %i, 1
  %good = icmp sgt i32 %result, %first
  br i1 %good, label %done, label %loop

pad:
  %tries = phi i32 [ 0, %entry ], [ %i, %loop ]
  %exception = landingpad { ptr, i32 } cleanup
  call void @cleanup()
  call void @log(i32 %tries)
  resume { ptr, i32 } %exception

done:
  ret i32 %result
}

; An invoke without a result.
define i32 @guarded() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @cleanup() to label %join unwind label %pad

pad:
  %exception = landingpad { ptr, i32 } catch ptr null
  br label %join

join:
  %failed = phi i32 [ 0, %entry ], [ 1, %pad ]
  ret i32 %failed
}
