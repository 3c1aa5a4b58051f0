; RUN: tollgate run %s --fn f --args <127,1,-128>,<1,2,-1>
; CLAUSE: 'add' Instruction: a flag that one lane breaks makes that lane poison
define <3 x i8> @f(<3 x i8> %a, <3 x i8> %b) {
  %r = add nsw <3 x i8> %a, %b
  ret <3 x i8> %r
}
