; Opaque pointers, numeric and symbolic address spaces.
target datalayout = "A5-G1-P0"
@p0 = addrspace(0) global ptr null
@p1 = addrspace(1) global ptr addrspace(1) null
@p3 = addrspace(3) global i8 0
@pmax = addrspace(16777215) global i8 0
; "A", "G", "P" stand for the spaces of allocas, globals and functions of the data layout.
@sym_g = addrspace("G") global i32 0
@sym_a = global ptr addrspace("A") null
@sym_p = addrspace(1) global ptr addrspace("P") @callee

declare void @callee(ptr addrspace(0), ptr addrspace(1), ptr addrspace(16777215))

define ptr addrspace(1) @cast(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(1)
  ret ptr addrspace(1) %q
}

define void @slot() {
  %s = alloca i32, align 4, addrspace(5)
  %t = alloca i32, align 4, addrspace("A")
  store i32 0, ptr addrspace(5) %s, align 4
  store i32 0, ptr addrspace("A") %t, align 4
  ret void
}

define <4 x ptr addrspace(3)> @vector(<4 x ptr addrspace(3)> %v) {
  ret <4 x ptr addrspace(3)> %v
}
