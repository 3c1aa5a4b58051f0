; ERROR: 3:24: catchswitch expected
define void @f() personality ptr null {
  %c = catchpad within none []
  unreachable
}
