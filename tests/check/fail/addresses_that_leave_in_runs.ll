; RUN: tollgate check %s %s.after
; Addresses that leave in code that is run: in a function that is called, after instructions that
; only compute, or in a function whose own address leaves. (§11b.1)

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

define void @f2(i64 %x, ptr noundef %p) {
  %a = alloca i32
  %y = sub i64 %x, 1
  %d = freeze i64 %y
  br label %next

next:
  %q = getelementptr inbounds i8, ptr %p, i64 8
  store ptr @cb2, ptr %q, align 8
  %z = add i64 %d, 1
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
