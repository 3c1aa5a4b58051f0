; RUN: tollgate run %s --fn f --args <-1,1>,<1,1>
; CLAUSE: 'llvm.uadd.with.overflow.*' Intrinsic: of vectors it gives a vector of sums and one of bits
define { <2 x i8>, <2 x i1> } @f(<2 x i8> %a, <2 x i8> %b) {
  %r = call { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8> %a, <2 x i8> %b)
  ret { <2 x i8>, <2 x i1> } %r
}

declare { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8>, <2 x i8>)
