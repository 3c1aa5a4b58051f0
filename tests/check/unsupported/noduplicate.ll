; RUN: tollgate check %s --no-refute
; A call that must not be duplicated: by its declaration, by the call, through an alias. No clause treats it, so it is named.

declare void @barrier() noduplicate
declare void @plain()
@other = alias void (), ptr @defined
define void @defined() noduplicate {
  call void asm sideeffect "", ""()
  ret void
}

define void @src1(i1 %c, ptr %p) {
  %v = select i1 %c, i32 1, i32 2
  store i32 %v, ptr %p
  call void @barrier()
  ret void
}

define void @tgt1(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  call void @barrier()
  ret void
b:
  store i32 2, ptr %p
  call void @barrier()
  ret void
}

define void @src2(i1 %c, ptr %p) {
  %v = select i1 %c, i32 1, i32 2
  store i32 %v, ptr %p
  call void @plain() noduplicate
  ret void
}

define void @tgt2(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  call void @plain() noduplicate
  ret void
b:
  store i32 2, ptr %p
  call void @plain() noduplicate
  ret void
}

define void @src3(ptr %p) {
  call void @other()
  ret void
}

define void @tgt3(ptr %p) {
  br label %next
next:
  call void @other()
  ret void
}
