; RUN: tollgate run %s --fn spin --fuel 1000
; RUN: tollgate run %s --fn deep --args 1000000000
; RUN: tollgate run %s --fn hungry --memory 16
; RUN: tollgate run %s --fn assembly
; RUN: tollgate run %s --fn parity --args undef --choices all

define void @spin() {
  br label %loop

loop:
  br label %loop
}

define i32 @deep(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more

more:
  %m = sub i32 %n, 1
  %r = call i32 @deep(i32 %m)
  %s = add i32 %r, 1
  ret i32 %s

end:
  ret i32 0
}

define void @hungry() {
  br label %loop

loop:
  %slot = alloca [1000000 x i8]
  store i8 1, ptr %slot
  br label %loop
}

define void @assembly() {
  call void asm sideeffect "nop", ""()
  ret void
}

; It has two outcomes, but not every number was tried.
define i32 @parity(i32 %x) {
  %number = freeze i32 %x
  %bit = and i32 %number, 1
  ret i32 %bit
}
