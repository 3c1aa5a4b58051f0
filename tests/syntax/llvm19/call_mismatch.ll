; Calls whose function type differs from the callee's: legal text since opaque pointers, a matter of behaviour only.
declare void @takes_two(i32, i32)
declare i32 @gives_int()
declare void @variadic(ptr, ...)
@variable = global i32 0

define void @calls() {
  call void @takes_two(i32 1)
  call void @takes_two(i32 1, i32 2, i32 3)
  call void @takes_two(double 1.0, ptr null)
  %1 = call ptr @gives_int()
  call void @gives_int()
  call fastcc void @takes_two(i32 1, i32 2)
  ; without "(ptr, ...)" this is a call of a function that is not variadic
  call void @variadic(ptr null, i32 1)
  call void (...) @takes_two(i32 1)
  call void @variable()
  ret void
}
