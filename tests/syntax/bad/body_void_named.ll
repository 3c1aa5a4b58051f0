; ERROR: 4:3: void result named
declare void @g()
define void @f() {
  %x = call void @g()
  ret void
}
