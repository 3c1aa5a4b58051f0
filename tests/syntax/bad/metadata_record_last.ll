; ERROR: 5:1: record after terminator
define void @f() {
  ret void
    #dbg_value(i32 1, !0, !DIExpression(), !0)
}
!0 = !{}
