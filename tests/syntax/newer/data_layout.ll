; New in LLVM 22: names of address spaces and properties of pointers in the data layout; a name stands for its number.
target datalayout = "e-p:64:64-p1(global):64:64-pe2(caps):128:128:128:64-pu3:64:64-pue4:64:64:64:32-A5-i64:64"
@g = addrspace("global") global ptr addrspace("caps") null
@h = addrspace(2) global i8 0

define ptr addrspace("global") @f(ptr addrspace("global") %p) {
  %a = alloca i32, align 4, addrspace("A")
  store i32 1, ptr addrspace(5) %a, align 4
  ret ptr addrspace(1) %p
}
