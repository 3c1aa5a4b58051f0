; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: indirectbr: jumps to the block whose address it is given
target datalayout = "e"

@table = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]

define i32 @f(i64 %i) {
  %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
  %a = load ptr, ptr %p
  indirectbr ptr %a, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
