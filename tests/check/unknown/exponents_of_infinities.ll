; RUN: tollgate check %s
; The exponent that `frexp` gives of an infinity is some number, and the same at every use: it is not
; undef, of which every use may be another number. (§4.2)

declare { double, i32 } @llvm.frexp.f64.i32(double)

define i32 @src() {
  %a = call { double, i32 } @llvm.frexp.f64.i32(double 0x7FF0000000000000)
  %e = extractvalue { double, i32 } %a, 1
  %d = sub i32 %e, %e
  ret i32 %d
}
define i32 @tgt() {
  ret i32 5
}

define i32 @src_one() {
  %a = call { double, i32 } @llvm.frexp.f64.i32(double 0x7FF8000000000000)
  %e = extractvalue { double, i32 } %a, 1
  ret i32 %e
}
define i32 @tgt_one() {
  ret i32 5
}
