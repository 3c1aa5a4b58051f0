; callbr: asm goto with zero, one and two indirect targets, with outputs, attributes and bundles.
define i32 @none(i32 %x) {
  callbr void asm sideeffect "nop", ""()
          to label %next []

next:
  ret i32 %x
}

define i32 @one(i32 %x) {
entry:
  callbr void asm sideeffect "testl $0, $0; jne ${1:l}", "r,!i,~{dirflag},~{fpsr},~{flags}"(i32 %x) #0
          to label %fall [label %jumped]

fall:
  ret i32 0

jumped:
  ret i32 1
}

define i32 @two_outputs(i32 %x) {
entry:
  %r = callbr { i32, i32 } asm "# $0 $1 $2 ${3:l} ${4:l}", "=r,=r,r,!i,!i"(i32 %x) #0
          to label %fall [label %a, label %b], !note !0

fall:
  %v = extractvalue { i32, i32 } %r, 0
  ret i32 %v

a:
  %w = extractvalue { i32, i32 } %r, 1
  ret i32 %w

b:
  ret i32 0
}

define void @numbered(i32 %0) {
  callbr void asm sideeffect inteldialect "jmp ${1:l}", "r,!i"(i32 %0) nounwind to label %2 [label %3]

2:
  ret void

3:
  ret void
}

attributes #0 = { nounwind }
!0 = !{}
