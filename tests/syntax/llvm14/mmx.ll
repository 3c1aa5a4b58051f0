; The type x86_mmx and its intrinsics.
define x86_mmx @add(x86_mmx %a, x86_mmx* %p) {
  %b = load x86_mmx, x86_mmx* %p, align 8
  %c = call x86_mmx @llvm.x86.mmx.padd.b(x86_mmx %a, x86_mmx %b)
  %d = bitcast x86_mmx %c to <8 x i8>
  %e = bitcast <8 x i8> %d to x86_mmx
  %f = bitcast i64 5 to x86_mmx
  store x86_mmx %e, x86_mmx* %p, align 8
  ret x86_mmx %c
}

declare x86_mmx @llvm.x86.mmx.padd.b(x86_mmx, x86_mmx)
