; RUN: tollgate check %s %s.after --no-refute
; A table of the addresses of blocks of a function that was rewritten: nothing says that a block kept its label. That concerns who reads the table,
; and not who only calls such a function; nor if something else is in the table that differs. (§11a.1)
@table = internal constant [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]
@mixed = internal constant { ptr, i32 } { ptr blockaddress(@jumps, %one), i32 1 }

define i32 @jumps(i64 %n) {
entry:
  %place = getelementptr [2 x ptr], ptr @table, i64 0, i64 %n
  %to = load ptr, ptr %place
  indirectbr ptr %to, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}

define i32 @calls(i64 %n) {
  %r = call i32 @jumps(i64 %n)
  %s = add i32 %r, 1
  ret i32 %s
}

define i32 @looks() {
  %place = getelementptr { ptr, i32 }, ptr @mixed, i64 0, i32 1
  %r = load i32, ptr %place
  ret i32 %r
}

define i32 @calls_who_looks() {
  %r = call i32 @looks()
  ret i32 %r
}
