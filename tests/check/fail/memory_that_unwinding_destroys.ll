; RUN: tollgate check %s
; Near misses: nothing is promised, nobody looks at it, or the call returned.
declare void @outside(ptr)
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
@v = global i32 0
define internal void @writes(ptr %p) noinline {
  store i32 7, ptr %p
  call void @may_throw()
  ret void
}
define i32 @src1() personality ptr @__gxx_personality_v0 {
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
define i32 @tgt1() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @writes(ptr %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 9
}
; The slot is dead, and nobody looks at it.
define i32 @src2() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  invoke void @outside(ptr dead_on_unwind %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 1
}
define i32 @tgt2() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  invoke void @outside(ptr dead_on_unwind %a) to label %n unwind label %u
n:
  ret i32 0
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 2
}
; It came back.
define i32 @src3() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @outside(ptr dead_on_unwind %a) to label %n unwind label %u
n:
  %r = load i32, ptr %a
  ret i32 %r
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 1
}
define i32 @tgt3() personality ptr @__gxx_personality_v0 {
  %a = alloca i32
  store i32 5, ptr %a
  invoke void @outside(ptr dead_on_unwind %a) to label %n unwind label %u
n:
  ret i32 5
u:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 1
}
