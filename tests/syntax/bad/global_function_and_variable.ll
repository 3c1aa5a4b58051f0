; ERROR: 3:13: redefinition
@f = global i32 1
define void @f() {
  ret void
}
