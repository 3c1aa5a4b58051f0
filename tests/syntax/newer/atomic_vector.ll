; Read by LLVM 22, not by 19: atomic loads and stores of vectors.
define void @f(ptr %p) {
  %a = load atomic <2 x i16>, ptr %p acquire, align 4
  %b = load atomic <1 x ptr>, ptr %p monotonic, align 8
  %c = load atomic volatile <2 x float>, ptr %p syncscope("singlethread") unordered, align 8
  store atomic <2 x i16> %a, ptr %p release, align 4
  ret void
}
