; RUN: tollgate check %s
; `align` of a vector of pointers speaks of each of them. None is `invalid`. (§3.4)
define <2 x i1> @src1(<2 x ptr> align 8 %v) {
  %i = ptrtoint <2 x ptr> %v to <2 x i64>
  %a = and <2 x i64> %i, <i64 7, i64 7>
  %c = icmp eq <2 x i64> %a, zeroinitializer
  ret <2 x i1> %c
}
define <2 x i1> @tgt1(<2 x ptr> align 8 %v) {
  ret <2 x i1> <i1 true, i1 true>
}
; With noundef it is undefined.
define i8 @src2(<2 x ptr> noundef align 8 %v, i8 noundef %x) {
  %e = extractelement <2 x ptr> %v, i32 0
  %i = ptrtoint ptr %e to i64
  %a = and i64 %i, 7
  %c = icmp eq i64 %a, 0
  br i1 %c, label %y, label %n
y:
  ret i8 %x
n:
  ret i8 9
}
define i8 @tgt2(<2 x ptr> noundef align 8 %v, i8 noundef %x) {
  ret i8 %x
}
; On a result.
define internal <2 x ptr> @id(<2 x ptr> %v) noinline {
  ret <2 x ptr> %v
}
define i1 @src3(<2 x ptr> %v) {
  %w = call align 8 <2 x ptr> @id(<2 x ptr> %v)
  %e = extractelement <2 x ptr> %w, i32 1
  %i = ptrtoint ptr %e to i64
  %a = and i64 %i, 7
  %c = icmp eq i64 %a, 0
  ret i1 %c
}
define i1 @tgt3(<2 x ptr> %v) {
  ret i1 true
}
