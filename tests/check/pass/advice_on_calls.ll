; RUN: tollgate check %s --no-refute
; Attributes from which nothing follows may come and go, at calls too; a promise that the source makes may go. (§4.9, §11a.1)

declare void @g(ptr)

define void @src1(ptr %p) {
  call void @g(ptr %p) cold
  ret void
}

define void @tgt1(ptr %p) {
  call void @g(ptr %p) nomerge noinline
  ret void
}

define void @src2(ptr %p) "no-such-string" "unsafe-fp-math"="true" {
  call void @g(ptr %p) nounwind
  ret void
}

define void @tgt2(ptr %p) "frame-pointer"="all" "no-nans-fp-math"="false" {
  call void @g(ptr %p)
  ret void
}
