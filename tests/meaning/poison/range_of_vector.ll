; RUN: tollgate run %s --fn f --args <4,4>
; RUN: tollgate run %s --fn f --args <9,4>
; CLAUSE: Parameter Attributes: range of a vector is asked of each lane
define <2 x i8> @callee(<2 x i8> range(i8 0, 5) %x) {
  ret <2 x i8> %x
}

define i8 @f(<2 x i8> %x) {
  %v = call <2 x i8> @callee(<2 x i8> %x)
  %r = extractelement <2 x i8> %v, i32 0
  ret i8 %r
}
