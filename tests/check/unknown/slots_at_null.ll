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

; Where it does, what `nonnull` says of the marker is not so: it is given poison, and the slot stays
; dead (§11.5).
declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))
define i32 @src10() {
 ret i32 1
}
define i32 @tgt10() {
 %a = alloca i32, addrspace(5)
 call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) nonnull %a)
 store i32 1, ptr addrspace(5) %a
 %v = load i32, ptr addrspace(5) %a
 ret i32 %v
}
