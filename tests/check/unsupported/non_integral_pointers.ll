; RUN: tollgate check %s
; Pointers of a non-integral address space are no plain numbers: a cast may give another number each time. (§11a.1)
target datalayout = "e-ni:7"

define i64 @src1(ptr addrspace(7) noundef %p) {
  %a = ptrtoint ptr addrspace(7) %p to i64
  %d = sub i64 %a, %a
  ret i64 %d
}
define i64 @tgt1(ptr addrspace(7) noundef %p) {
  %a = ptrtoint ptr addrspace(7) %p to i64
  %b = ptrtoint ptr addrspace(7) %p to i64
  %d = sub i64 %a, %b
  ret i64 %d
}

define <2 x ptr addrspace(7)> @src2(<2 x i64> %x) {
  %p = inttoptr <2 x i64> %x to <2 x ptr addrspace(7)>
  ret <2 x ptr addrspace(7)> %p
}
define <2 x ptr addrspace(7)> @tgt2(<2 x i64> %x) {
  %y = add <2 x i64> %x, zeroinitializer
  %p = inttoptr <2 x i64> %y to <2 x ptr addrspace(7)>
  ret <2 x ptr addrspace(7)> %p
}

; Address arithmetic and accesses are what they are everywhere.
define i32 @src3(ptr addrspace(7) %p) {
  %a = getelementptr i8, ptr addrspace(7) %p, i64 4
  store i32 1, ptr addrspace(7) %p
  store i32 2, ptr addrspace(7) %a
  %v = load i32, ptr addrspace(7) %p
  ret i32 %v
}
define i32 @tgt3(ptr addrspace(7) %p) {
  %a = getelementptr i8, ptr addrspace(7) %p, i64 4
  store i32 1, ptr addrspace(7) %p
  store i32 2, ptr addrspace(7) %a
  ret i32 1
}

; Where pointers are numbers, casts are fine.
define i64 @src4(ptr noundef %p) {
  %a = ptrtoint ptr %p to i64
  %d = add i64 %a, %a
  ret i64 %d
}
define i64 @tgt4(ptr noundef %p) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %p to i64
  %d = add i64 %a, %b
  ret i64 %d
}
