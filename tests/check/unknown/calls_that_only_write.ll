; RUN: tollgate check %s
; What a call returns that reads nothing is a function of its arguments (§7). And a `!range`
; that one lane breaks need not make the other lanes poison.

declare i32 @w(i32) memory(inaccessiblemem: write) nounwind willreturn
declare i32 @wa(ptr, i32) memory(argmem: write) nounwind
declare i32 @wo(i32) memory(write) nounwind willreturn
declare void @llvm.assume(i1)
!0 = !{i32 0, i32 10}

define i32 @src1() {
  %a = call i32 @w(i32 1)
  %b = call i32 @w(i32 1)
  %c = sub i32 %a, %b
  ret i32 %c
}

define i32 @tgt1() {
  %a = call i32 @w(i32 1)
  %b = call i32 @w(i32 1)
  ret i32 0
}

define i32 @src2() {
  %a = call i32 @w(i32 1)
  %b = call i32 @w(i32 1)
  %c = sub i32 %a, %b
  ret i32 %c
}

define i32 @tgt2() {
  %a = call i32 @w(i32 1)
  ret i32 0
}

define i32 @src3(ptr %p) {
  %a = call i32 @wa(ptr %p, i32 1)
  %b = call i32 @wa(ptr %p, i32 1)
  %c = sub i32 %a, %b
  ret i32 %c
}

define i32 @tgt3(ptr %p) {
  %a = call i32 @wa(ptr %p, i32 1)
  %b = call i32 @wa(ptr %p, i32 1)
  ret i32 0
}

define i32 @src6() {
  %a = call i32 @wo(i32 1)
  %b = call i32 @wo(i32 1)
  %c = sub i32 %a, %b
  ret i32 %c
}

define i32 @tgt6() {
  %a = call i32 @wo(i32 1)
  %b = call i32 @wo(i32 1)
  ret i32 0
}

define i32 @src7(ptr %p) {
  %x = load i32, ptr %p
  %c = icmp ult i32 %x, 10
  call void @llvm.assume(i1 %c)
  %v = load <2 x i32>, ptr %p, align 4
  %e = extractelement <2 x i32> %v, i32 0
  ret i32 %e
}

define i32 @tgt7(ptr %p) {
  %x = load i32, ptr %p
  %c = icmp ult i32 %x, 10
  call void @llvm.assume(i1 %c)
  %v = load <2 x i32>, ptr %p, align 4, !range !0
  %e = extractelement <2 x i32> %v, i32 0
  ret i32 %e
}
