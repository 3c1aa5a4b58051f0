; RUN: tollgate check %s
; The bounds of a step from an object that is gone are those that the object had: a step beyond them
; is poison. Runs do not keep them. (§6.1)

declare ptr @malloc(i64)
declare void @free(ptr)

define i1 @src() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  %q = getelementptr inbounds i8, ptr %p, i64 100
  %c = icmp eq ptr %q, %p
  ret i1 %c
}

define i1 @tgt() {
  ret i1 true
}
