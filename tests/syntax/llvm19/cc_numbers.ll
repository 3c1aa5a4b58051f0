; Calling conventions by number; a number that has a name is printed by name.
declare cc 0 void @c0()
declare cc 8 void @c8()
declare cc 9 void @c9()
declare cc 10 void @c10()
declare cc 11 void @c11()
declare cc 12 void @c12()
declare cc 64 void @c64()
declare cc 86 void @c86()
declare cc 94 void @c94()
declare cc 99 void @c99()
declare cc 101 void @c101()
declare cc 108 void @c108()
declare cc 109 void @c109()
declare cc 200 void @c200()
declare cc 1023 void @c1023()
declare cc1022 void @no_space()

define cc 11 i32 @hipe(i32 %x) {
  call cc 9 void @c9()
  %r = tail call cc 11 i32 @hipe(i32 %x)
  call cc1022 void @no_space()
  ret i32 %r
}
