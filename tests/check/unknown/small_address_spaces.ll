; RUN: tollgate check %s
; Addresses fit into the pointers of their address space, and comparisons of pointers are as wide as those. These pairs are right, or may be. (§11a.3)
target datalayout = "p:64:64-p1:16:16-p2:32:32:32:16"
define i1 @src1(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %x = ptrtoint ptr addrspace(1) %a to i16
  %y = ptrtoint ptr addrspace(1) %b to i16
  %r = icmp eq i16 %x, %y
  ret i1 %r
}
define i1 @tgt1(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %r = icmp eq ptr addrspace(1) %a, %b
  ret i1 %r
}
define i64 @src2(ptr addrspace(1) %p) {
  %r = load i64, ptr addrspace(1) %p, align 4
  ret i64 %r
}
define i64 @tgt2(ptr addrspace(1) %p) {
  %low = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr inbounds i8, ptr addrspace(1) %p, i16 4
  %high = load i32, ptr addrspace(1) %q, align 4
  %a = zext i32 %low to i64
  %b = zext i32 %high to i64
  %c = shl nuw i64 %b, 32
  %r = or disjoint i64 %c, %a
  ret i64 %r
}
define i1 @src3(ptr addrspace(1) %a) {
  %x = ptrtoint ptr addrspace(1) %a to i16
  %r = icmp slt i16 %x, 0
  ret i1 %r
}
define i1 @tgt3(ptr addrspace(1) %a) {
  %r = icmp slt ptr addrspace(1) %a, null
  ret i1 %r
}
