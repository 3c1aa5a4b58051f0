; RUN: tollgate run %s --fn f --args 7 --format json
; RUN: tollgate run %s --fn f --args 0 --format json
; RUN: tollgate run %s --fn g --choices all --format json

declare i32 @outside(i32)

define i32 @f(i32 %x) {
  %r = call i32 @outside(i32 %x)
  %q = sdiv i32 100, %x
  ret i32 %q
}

define i1 @g() {
  %a = freeze i1 undef
  ret i1 %a
}
