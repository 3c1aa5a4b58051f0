; RUN: tollgate check %s %s.after --no-refute
; What is promised of a function that is called through a pointer is more in the first file than in the second: the pointer comes from a constant, a struct, a
; variable that is written, another function, an alias. Calls of another type, and functions that are compared themselves, do not matter. (§11a.1)
@table = constant { ptr, ptr } { ptr null, ptr @g }
@cell = global ptr @g
@slot = global ptr null
@other = alias void (ptr), ptr @here

declare void @g(ptr) memory(none) nounwind
declare void @never_taken(ptr)

define void @here(ptr %p) {
  ret void
}

define void @fills() {
  store ptr @g, ptr @slot
  ret void
}

define void @through_a_struct() {
  %q = getelementptr i8, ptr @table, i64 8
  %x = load ptr, ptr %q
  call void %x(ptr null)
  ret void
}

define void @through_a_variable() {
  %x = load ptr, ptr @cell
  call void %x(ptr null)
  ret void
}

define void @through_what_another_stored() {
  %x = load ptr, ptr @slot
  call void %x(ptr null)
  ret void
}

define void @through_an_argument(ptr %x) {
  call void %x(ptr null)
  ret void
}

define i32 @of_another_type(ptr %x) {
  %r = call i32 %x(ptr null)
  ret i32 %r
}

define void @no_call() {
  store ptr null, ptr @slot
  ret void
}
