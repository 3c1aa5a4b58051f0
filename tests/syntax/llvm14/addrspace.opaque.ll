; The opaque-pointer form of addrspace.ll.
target datalayout = "A5-G1-P2"

@g = addrspace(1) global i32 0, align 4
@p = addrspace(1) global ptr addrspace(1) @g, align 8
@q = addrspace(3) global ptr addrspace(1) null, align 8
@f = addrspace(1) global ptr addrspace(2) @code

define void @code() addrspace(2) {
  %a = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %a, align 4
  %b = addrspacecast ptr addrspace(5) %a to ptr
  %c = load i32, ptr %b, align 4
  store i32 %c, ptr addrspace(1) @g, align 4
  %d = load ptr addrspace(1), ptr addrspace(1) @p, align 8
  %e = getelementptr i32, ptr addrspace(1) %d, i64 2
  %f = bitcast ptr addrspace(1) %e to ptr addrspace(1)
  %h = addrspacecast ptr addrspace(1) %f to ptr addrspace(4)
  %i = load ptr addrspace(2), ptr addrspace(1) @f, align 8
  call addrspace(2) void %i()
  ret void
}

define ptr addrspace(1) @mixed(ptr %x, ptr addrspace(1) %y) addrspace(2) {
  %1 = load ptr addrspace(1), ptr %x, align 8
  %2 = load ptr, ptr addrspace(1) %y, align 8
  %3 = ptrtoint ptr addrspace(1) %1 to i64
  %4 = inttoptr i64 %3 to ptr addrspace(3)
  %5 = icmp ult ptr addrspace(1) %1, addrspacecast (ptr null to ptr addrspace(1))
  ret ptr addrspace(1) %1
}
