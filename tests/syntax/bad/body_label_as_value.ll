; ERROR: 6:16: block used as value
define i32 @f() {
entry:
  br label %next
next:
  %x = add i32 %entry, 1
  ret i32 %x
}
