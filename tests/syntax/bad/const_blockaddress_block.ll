; ERROR: 2:34: no such block
@g = global ptr blockaddress(@f, %nowhere)
define void @f() {
  br label %a
a:
  ret void
}
