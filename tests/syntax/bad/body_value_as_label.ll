; ERROR: 3:12: value used as block
define void @f(i32 %x) {
  br label %x
}
