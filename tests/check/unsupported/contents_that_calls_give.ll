; RUN: tollgate check %s %s.after --no-refute
; What a constant holds differs between the files, and so do other things of it, which used to hide that. Whoever calls a function that hands out its address may read it. (§11.19)
@linked = private constant i32 1
@typed = internal constant i32 1
@changing = internal constant i32 1
@same = private constant i32 1
@table = internal constant [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]

define internal ptr @give_linked() noinline { ret ptr @linked }
define internal ptr @give_typed() noinline { ret ptr @typed }
define internal ptr @give_changing() noinline { ret ptr @changing }
define internal ptr @give_same() noinline { ret ptr @same }
define internal ptr @give_table() noinline { ret ptr @table }

define i32 @reads_linked(i32 %z) {
  %h = call ptr @give_linked()
  %r = load i32, ptr %h
  ret i32 %r
}
define i32 @reads_typed(i32 %z) {
  %h = call ptr @give_typed()
  %r = load i32, ptr %h
  ret i32 %r
}
define i32 @reads_changing(i32 %z) {
  %h = call ptr @give_changing()
  %r = load i32, ptr %h
  ret i32 %r
}
; The linkage alone.
define i32 @reads_same(i32 %z) {
  %h = call ptr @give_same()
  %r = load i32, ptr %h
  ret i32 %r
}
define i32 @reads_table(i32 %z) {
  %h = call ptr @give_table()
  %a = load ptr, ptr %h
  %r = call i32 @jumps(ptr %a)
  ret i32 %r
}
define internal i32 @jumps(ptr %to) {
entry:
  indirectbr ptr %to, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
