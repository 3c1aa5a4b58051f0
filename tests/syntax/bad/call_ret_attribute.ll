; ERROR: 4:13: not a return attribute
declare i32 @g()
define void @f() {
  %x = call nounwind i32 @g()
  ret void
}
