; ERROR: 3:1: at least one block
define void @f() {
}
