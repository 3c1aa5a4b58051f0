; ERROR: 3:8: invalid cast
define ptr addrspace(1) @f(ptr %x) {
  %y = bitcast ptr %x to ptr addrspace(1)
  ret ptr addrspace(1) %y
}
