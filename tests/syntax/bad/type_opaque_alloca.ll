; ERROR: 4:15: unsized type
%o = type opaque
define void @f() {
  %a = alloca %o
  ret void
}
