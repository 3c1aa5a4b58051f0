; RUN: tollgate check %s
; Steps within an object, and without `inbounds` from one that is gone (`unknown/
; steps_from_dead_objects.ll`), give the address that they say. (§6.1)

declare ptr @malloc(i64)
declare void @free(ptr)

define i1 @src1() {
  %p = call ptr @malloc(i64 4)
  %q = getelementptr inbounds i8, ptr %p, i64 3
  %c = icmp eq ptr %q, %p
  call void @free(ptr %p)
  ret i1 %c
}

define i1 @tgt1() {
  ret i1 true
}

define i1 @src2() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  %q = getelementptr i8, ptr %p, i64 100
  %c = icmp eq ptr %q, %p
  ret i1 %c
}

define i1 @tgt2() {
  ret i1 true
}

; The target makes a pointer to nothing.
define i1 @src3(ptr noundef %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt3(ptr noundef %p) {
  %q = getelementptr inbounds i8, ptr null, i64 4
  %c = icmp eq ptr %q, %p
  ret i1 %c
}
