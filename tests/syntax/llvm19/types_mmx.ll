; x86_mmx, which LLVM 14 to 19 know as a type and LLVM 20 removed.
define x86_mmx @pass(x86_mmx %v, i64 %i) {
  %a = bitcast i64 %i to x86_mmx
  %b = call x86_mmx @llvm.x86.mmx.padd.b(x86_mmx %v, x86_mmx %a)
  %c = bitcast x86_mmx %b to <8 x i8>
  ret x86_mmx %b
}

define x86_mmx @load(ptr %p) {
  %v = load x86_mmx, ptr %p, align 8
  ret x86_mmx %v
}

declare x86_mmx @llvm.x86.mmx.padd.b(x86_mmx, x86_mmx)
