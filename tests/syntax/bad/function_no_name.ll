; ERROR: 2:13: name expected
define void () {
  ret void
}
