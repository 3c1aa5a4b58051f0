; Names of local values: quoted, keyword-like, odd characters, long.
define i32 @names(i32 %x) {
entry:
  %add = add i32 %x, 1
  %i32 = add i32 %add, 1
  %ret = add i32 %i32, 1
  %"quoted name" = add i32 %ret, 1
  %"with \22 quote" = add i32 %"quoted name", 1
  %"with \5C slash" = add i32 %"with \22 quote", 1
  %"12" = add i32 %"with \5C slash", 1
  %-1 = add i32 %"12", 1
  %. = add i32 %-1, 1
  %.1 = add i32 %., 1
  %a.b-c$d_1 = add i32 %.1, 1
  %"tab\09" = add i32 %a.b-c$d_1, 1
  %"é" = add i32 %"tab\09", 1
  %"\E4" = add i32 %"é", 1
  %"not needed"=add i32 %"\E4",1
  %"plain" = add i32 %"not needed", 1
  ; a quoted and an unquoted spelling of one name
  %same = add i32 %plain, %"add"
  %x.0.very.long.name.with.many.parts.and.numbers.1234567890.and.so.on.and.so.forth.until.it.is.quite.long = add i32 %"same", 1
  ret i32 %same
}
