; ERROR: 2:36: address space too large
@g = external global ptr addrspace(16777216)
