; ERROR: 3:23: first-class type expected
define void @f(ptr %p) {
  %x = va_arg ptr %p, void ()
  ret void
}
