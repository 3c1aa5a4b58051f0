; RUN: tollgate check %s %s.after
; A table of block addresses reads the same, but the function it points into was rewritten: nothing says that its labels are what they were. (§11a.1)
@table = constant [2 x ptr] [ptr blockaddress(@jumps, %0), ptr blockaddress(@jumps, %1)]

define i32 @jumps(i32 %i) {
entry:
  indirectbr ptr blockaddress(@jumps, %0), [label %0, label %1]
0:
  ret i32 0
1:
  ret i32 1
}
define ptr @reads() {
  %p = load ptr, ptr @table
  ret ptr %p
}
define i32 @calls() {
  %x = call i32 @jumps(i32 1)
  ret i32 %x
}
