; RUN: tollgate run %s --fn f --args 0
; CLAUSE: call: an exception that nobody catches leaves the function
target datalayout = "e"

@_ZTIi = external constant ptr
@_ZTId = external constant ptr

declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @llvm.eh.typeid.for.p0(ptr)

define void @thrower(i32 %x) {
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %quiet, label %loud
quiet:
  ret void
loud:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 %x, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

define i32 @f(i32 %x) {
  call void @thrower(i32 %x)
  ret i32 7
}
