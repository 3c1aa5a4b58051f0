; RUN: tollgate check %s %s.after
; RUN: tollgate check %s %s.after --reading dead-load=poison
; RUN: tollgate check %s %s.after --reading dead-load=undefined
; Functions that only their module calls, run by those who call them: where a reading decides they are disputed, too. (§11.20, §11b.1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i32 @root(i32 %x) {
  %v = call i32 @disputed(i32 %x)
  ret i32 %v
}
define internal i32 @disputed(i32 %x) noinline {
  ret i32 %x
}

; Wrong under both.
define i32 @other_root(i32 %x) {
  %v = call i32 @wrong(i32 %x)
  ret i32 %v
}
define internal i32 @wrong(i32 %x) noinline {
  ret i32 %x
}

; Its caller never comes to what is disputed.
define i32 @careful_root(i32 %x) {
  %v = call i32 @avoided(i1 false, i32 %x)
  ret i32 %v
}
define internal i32 @avoided(i1 %c, i32 %x) noinline {
  ret i32 %x
}
