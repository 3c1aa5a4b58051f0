; RUN: tollgate check %s %s.after
; Beside pairs in which only the initialiser of a variable changed
; (`unknown/variables_with_other_contents.ll`): what the variable holds at the start is the same for
; both, and the functions differ. (§1.1) A variable that is local to both modules begins with its
; initialisers, of which one is wrong. (§11b.1)
@written = global i32 0
@local = internal global i32 0

define i32 @reads() {
  %v = load i32, ptr @written
  ret i32 %v
}
define void @leaves(i1 %c) {
  br i1 %c, label %write, label %done
write:
  store i32 1, ptr @written
  br label %done
done:
  ret void
}
define i32 @reads_local() {
  %v = load i32, ptr @local
  ret i32 %v
}
