; RUN: tollgate check %s
; Near misses: more bits than the alignment says, and a call that the source makes without the promise.
define <2 x i1> @src1(<2 x ptr> align 8 %v) {
  %i = ptrtoint <2 x ptr> %v to <2 x i64>
  %a = and <2 x i64> %i, <i64 15, i64 15>
  %c = icmp eq <2 x i64> %a, zeroinitializer
  ret <2 x i1> %c
}
define <2 x i1> @tgt1(<2 x ptr> align 8 %v) {
  ret <2 x i1> <i1 true, i1 true>
}
define internal i8 @one(<2 x ptr> %v) noinline {
  ret i8 1
}
define i8 @src2(<2 x ptr> %v) {
  %r = call i8 @one(<2 x ptr> %v)
  ret i8 %r
}
define i8 @tgt2(<2 x ptr> %v) {
  %r = call i8 @one(<2 x ptr> noundef align 8 %v)
  ret i8 %r
}
