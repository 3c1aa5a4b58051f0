; Parameter lists: named, unnamed, numbered, quoted, mixed, varargs, none.
define void @none() {
  ret void
}

define i32 @unnamed(i32, i32) {
  %3 = add i32 %0, %1
  ret i32 %3
}

define i32 @numbered(i32 %0, i32 %1) {
  %3 = add i32 %0, %1
  ret i32 %3
}

define i32 @mixed(i32 %a, i32, i32 %b, i32) {
  ; the unnamed ones are %0 and %1, the entry block is %2
  %3 = add i32 %0, %1
  %4 = add i32 %3, %a
  %5 = add i32 %4, %b
  ret i32 %5
}

define i32 @quoted(i32 %"a b", i32 %"\22", i32 %i32, i32 %-x, i32 %.y, i32 %$z) {
  %r = add i32 %"a b", %"\22"
  %s = add i32 %i32, %-x
  ret i32 %r
}

define void @variadic(i32 %a, ...) {
  ret void
}

define void @only_variadic(...) {
  ret void
}

declare void @decl_named(i32 %one, ptr %two)
declare void @decl_variadic(i32, ptr, ...)
declare void @decl_mixed(i32 %one, i32)
declare void @odd_types({ i32, i8 }, [2 x i8], <4 x i1>, i65, half, ptr addrspace(3))
