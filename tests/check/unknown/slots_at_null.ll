; RUN: tollgate check %s
; In another address space a stack slot may lie at null (§11a).

target datalayout = "e-p:64:64:64:32-p1:32:32-p2:64:64:64:64-A5-p5:32:32"

define i1 @src9() {
 %a = alloca i32, addrspace(5)
 %c = icmp eq ptr addrspace(5) %a, null
 ret i1 %c
}

define i1 @tgt9() {
 ret i1 true
}
