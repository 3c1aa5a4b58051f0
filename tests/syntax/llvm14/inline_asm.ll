; Inline assembly over typed pointers, also as asm goto with blockaddress arguments.
define i32 @asm(i32* %p, i8* %q) {
entry:
  %0 = call i32 asm sideeffect "movl ($1), $0", "=r,r,~{dirflag},~{fpsr},~{flags}"(i32* %p) #0, !srcloc !0
  call void asm sideeffect "# $0", "=*m,*m,~{memory}"(i32* elementtype(i32) %p, i8* elementtype(i8) %q)
  %1 = call { i8*, i64 } asm "lea ($2), $0", "=r,=r,r"(i8* %q)
  ret i32 %0
}

attributes #0 = { nounwind }

!0 = !{i64 4}
