; Names of globals: quoted, escaped, keyword-like, with every unquoted character.
@"quoted name" = global i8 0
@"with \22 quote" = global i8 0
@"with \5C backslash" = global i8 0
@"with \\ two" = global i8 0
@"\01_asm_name" = global i8 0
@"tab\09and\0Aline" = global i8 0
@"\C3\BCml\C3\A4ut" = global i8 0
@"raw é" = global i8 0
@"1starts_with_digit" = global i8 0
@"123" = global i8 0
@"not_needing_quotes" = global i8 0
@global = global i8 0
@define = global i8 0
@i32 = global i8 0
@null = global i8 0
@-dash = global i8 0
@.dot = global i8 0
@$dollar = global i8 0
@_under = global i8 0
@a-b.c$d_e9 = global i8 0
@... = global i8 0
@-- = global i8 0
@"with;semicolon" = global i8 0
@"new
line" = global i8 0
@"?mangled@@YAXH@Z" = global i8 0

define void @"a function, quoted"() {
  store i8 1, ptr @"quoted name", align 1
  store i8 2, ptr @"with \22 quote", align 1
  store i8 3, ptr @"\01_asm_name", align 1
  store i8 4, ptr @-dash, align 1
  call void @"a function, quoted"()
  ret void
}
