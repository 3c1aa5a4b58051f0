; RUN: tollgate check %s
; Addresses fit into the pointers of their address space, and comparisons of pointers are as wide as those. These pairs are wrong. (§11a.3)
target datalayout = "p:64:64-p1:16:16-p2:32:32:32:16"
define i64 @src4(ptr addrspace(2) %p) {
  %q = getelementptr i8, ptr addrspace(2) %p, i32 4
  %r = ptrtoint ptr addrspace(2) %q to i64
  ret i64 %r
}
define i64 @tgt4(ptr addrspace(2) %p) {
  %a = ptrtoint ptr addrspace(2) %p to i64
  %r = add i64 %a, 5
  ret i64 %r
}
define i1 @src5(ptr addrspace(1) %a) {
  %r = icmp eq ptr addrspace(1) %a, null
  ret i1 %r
}
define i1 @tgt5(ptr addrspace(1) %a) {
  %r = icmp ne ptr addrspace(1) %a, null
  ret i1 %r
}
