; RUN: tollgate run %s --fn f --args <true,false>
; CLAUSE: llvm.masked.load: lanes that are off take the pass-through value and touch no memory
target datalayout = "e"

declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)

define <2 x i32> @f(<2 x i1> %m) {
  %p = alloca i32
  store i32 5, ptr %p
  %r = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> <i32 8, i32 9>)
  ret <2 x i32> %r
}
