; Inline assembly with every modifier, as call, with operands and constraints.
target triple = "x86_64-unknown-linux-gnu"

define i32 @forms(i32 %x, ptr %p) {
  call void asm "nop", ""()
  call void asm sideeffect "nop", ""()
  call void asm alignstack "nop", ""()
  call void asm inteldialect "nop", ""()
  call void asm unwind "nop", ""()
  call void asm sideeffect alignstack inteldialect unwind "nop", "~{memory},~{flags}"()
  %1 = call i32 asm "bswap $0", "=r,r"(i32 %x)
  %2 = call i32 asm sideeffect "mov $1, $0", "=r,r,~{dirflag},~{fpsr},~{flags}"(i32 %x) #0, !srcloc !0
  %3 = call { i32, i32 } asm "xchg $0, $1", "=r,=r,0,1"(i32 %x, i32 7) nounwind
  call void asm sideeffect "movl $$1, $0", "=*m,~{memory}"(ptr elementtype(i32) %p)
  %4 = tail call i32 asm "# tail $0", "=r"()
  call void asm sideeffect "line one\0A\09line \22two\22", ""()
  %5 = call i64 asm "movq $1, $0", "=&{rax},i"(i64 42)
  %6 = call i32 (i32) asm "inc $0", "=r,0"(i32 %x)
  call void asm "", "X,r"(ptr @forms, <4 x i32> zeroinitializer) [ "deopt"(i32 1) ]
  ret i32 %1
}

attributes #0 = { nounwind memory(none) }
!0 = !{i64 100, i64 200}
