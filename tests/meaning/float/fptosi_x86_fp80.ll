; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: 'fptosi .. to' Instruction: from x86_fp80 all 64 bits of the significand count
define i64 @f() {
  %r = fptosi x86_fp80 0xKC03E8000000000000000 to i64
  ret i64 %r
}

define i64 @g() {
  %r = fptosi x86_fp80 0xK403DFFFFFFFFFFFFFFFE to i64
  ret i64 %r
}

define i64 @h() {
  %r = fptosi x86_fp80 0xK403E8000000000000000 to i64
  ret i64 %r
}
