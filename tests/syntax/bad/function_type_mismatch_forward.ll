; ERROR: 2:30: wrong address space
define void @f() { call void @g() ret void } define void @g() addrspace(1) { ret void }
