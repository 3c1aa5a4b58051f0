; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: free: what was freed is no allocation any more
target datalayout = "e"

declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(i1 %twice) {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  br i1 %twice, label %again, label %done
again:
  call void @free(ptr nonnull %p)
  br label %done
done:
  ret void
}
