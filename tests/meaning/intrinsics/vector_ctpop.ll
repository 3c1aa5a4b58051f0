; RUN: tollgate run %s --fn f --args <7,poison>
; CLAUSE: llvm.ctpop: vectors are counted lane by lane
target datalayout = "e"

declare <2 x i8> @llvm.ctpop.v2i8(<2 x i8>)

define <2 x i8> @f(<2 x i8> %x) {
  %r = call <2 x i8> @llvm.ctpop.v2i8(<2 x i8> %x)
  ret <2 x i8> %r
}
