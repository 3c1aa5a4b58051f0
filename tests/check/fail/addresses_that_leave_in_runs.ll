; RUN: tollgate check %s %s.after
; Addresses that leave in code that is run: in a function that is called, behind a condition that an
; argument decides, selected, or in a function whose own address leaves.

declare void @obs(i32)
declare void @ext(ptr)

define internal void @cb1(i32 %x) {
  call void @obs(i32 %x)
  ret void
}

define internal void @register() {
  call void @ext(ptr @cb1)
  ret void
}

define void @f1() {
  call void @register()
  ret void
}

define internal void @cb2(i32 %x) {
  call void @obs(i32 %x)
  ret void
}

define void @f2(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b

a:
  %s = select i1 %c, ptr @cb2, ptr %p
  call void @ext(ptr nocapture %s)
  br label %b

b:
  ret void
}

define internal void @cb3(i32 %x) {
  call void @obs(i32 %x)
  ret void
}

define internal ptr @local() {
  call void @ext(ptr @cb3)
  ret ptr null
}

define void @f3(ptr %p) {
  store ptr @local, ptr %p
  ret void
}
