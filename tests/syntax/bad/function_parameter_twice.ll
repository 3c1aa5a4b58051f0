; ERROR: 2:28: redefinition of parameter
define void @f(i32 %x, i32 %x) {
  ret void
}
