; ERROR: 3:25: local value in node
define void @f(i32 %x) {
  ret void, !note !{i32 %x}
}
