; RUN: tollgate check %s
; What was written through a pointer that is `dead_on_unwind` is poison behind the unwinding. None is `invalid`. (§11b.2)
declare void @outside(ptr)
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
@v = global i32 0
define i32 @src1() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @outside(ptr dead_on_unwind %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt1() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @outside(ptr dead_on_unwind %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 5
}
; A function with a body has written 7.
define internal void @writes(ptr dead_on_unwind %p) noinline {
  store i32 7, ptr %p
  call void @may_throw()
  ret void
}
define i32 @src2() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @writes(ptr %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  %r = load i32, ptr %a
  ret i32 %r
}
define i32 @tgt2() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @writes(ptr %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 9
}
; Nobody catches it, and the caller's caller sees the variable.
define void @src3() personality ptr @__gxx_personality_v0 {
  call void @writes(ptr @v)
  ret void
}
define void @tgt3() personality ptr @__gxx_personality_v0 {
  invoke void @writes(ptr @v) to label %n unwind label %u
n:
  ret void
u:
  %l = landingpad { ptr, i32 } cleanup
  store i32 8, ptr @v
  resume { ptr, i32 } %l
}
