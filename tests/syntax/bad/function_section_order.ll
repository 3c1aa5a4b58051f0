; ERROR: 2:33: { expected
define void @f() align 4 comdat section "s" {
  ret void
}
$f = comdat any
