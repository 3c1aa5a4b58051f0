; Address spaces in typed pointers, at every level.
target datalayout = "A5-G1-P2"

@g = addrspace(1) global i32 0, align 4
@p = addrspace(1) global i32 addrspace(1)* @g, align 8
@q = addrspace(3) global i8 addrspace(5)* addrspace(1)* null, align 8
@f = addrspace(1) global void () addrspace(2)* @code

define void @code() addrspace(2) {
  %a = alloca i32, align 4, addrspace(5)
  store i32 1, i32 addrspace(5)* %a, align 4
  %b = addrspacecast i32 addrspace(5)* %a to i32*
  %c = load i32, i32* %b, align 4
  store i32 %c, i32 addrspace(1)* @g, align 4
  %d = load i32 addrspace(1)*, i32 addrspace(1)* addrspace(1)* @p, align 8
  %e = getelementptr i32, i32 addrspace(1)* %d, i64 2
  %f = bitcast i32 addrspace(1)* %e to i8 addrspace(1)*
  %h = addrspacecast i8 addrspace(1)* %f to i32 addrspace(4)*
  %i = load void () addrspace(2)*, void () addrspace(2)* addrspace(1)* @f, align 8
  call addrspace(2) void %i()
  ret void
}

define i8 addrspace(1)* @mixed(i8 addrspace(1)** %x, i8* addrspace(1)* %y) addrspace(2) {
  %1 = load i8 addrspace(1)*, i8 addrspace(1)** %x, align 8
  %2 = load i8*, i8* addrspace(1)* %y, align 8
  %3 = ptrtoint i8 addrspace(1)* %1 to i64
  %4 = inttoptr i64 %3 to [2 x i8] addrspace(3)*
  %5 = icmp ult i8 addrspace(1)* %1, addrspacecast (i8* null to i8 addrspace(1)*)
  ret i8 addrspace(1)* %1
}
