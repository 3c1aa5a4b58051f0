; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args poison
; CLAUSE: Vector Type: a vector may hold pointers, compared lane by lane
@g = global i8 0
@h = global i8 0

define <2 x i1> @f(ptr %p) {
  %v = insertelement <2 x ptr> <ptr @g, ptr null>, ptr %p, i32 1
  %r = icmp eq <2 x ptr> %v, <ptr @g, ptr @h>
  ret <2 x i1> %r
}
