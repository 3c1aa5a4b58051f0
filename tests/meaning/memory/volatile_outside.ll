; RUN: tollgate run %s --fn device
; RUN: tollgate run %s --fn other_space
; CLAUSE: Volatile Memory Accesses: they may reach memory that LLVM does not know of; and only null of address space 0 is no object
target datalayout = "e"

define i8 @device() {
  %p = inttoptr i64 4096 to ptr
  %v = load volatile i8, ptr %p
  ret i8 %v
}

define i8 @other_space() {
  %v = load i8, ptr addrspace(1) null
  ret i8 %v
}
