; The opaque-pointer form of inline_asm.ll.
define i32 @asm(ptr %p, ptr %q) {
entry:
  %0 = call i32 asm sideeffect "movl ($1), $0", "=r,r,~{dirflag},~{fpsr},~{flags}"(ptr %p) #0, !srcloc !0
  call void asm sideeffect "# $0", "=*m,*m,~{memory}"(ptr elementtype(i32) %p, ptr elementtype(i8) %q)
  %1 = call { ptr, i64 } asm "lea ($2), $0", "=r,=r,r"(ptr %q)
  ret i32 %0
}

attributes #0 = { nounwind }

!0 = !{i64 4}
