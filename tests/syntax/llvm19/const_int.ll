; Integer literals: decimal, negative, booleans, hexadecimal with u0x and s0x.
@t = global i1 true
@f = global i1 false
@one = global i1 1
@minus = global i1 -1
@zero = global i32 0
@neg_zero = global i32 -0
@lead = global i32 007
@neg = global i32 -2147483648
@unsigned_as_is = global i32 4294967295
@max = global i64 9223372036854775807
@min = global i64 -9223372036854775808
@u = global i32 u0xFFFFFFFF
@u_lower = global i32 u0xdeadbeef
@u_lead = global i8 u0x00000000000000000000007F
@u_big = global i128 u0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF
; s0x: the value less its leading zero bits is read as a two's complement number of that many bits,
; so that s0xFF, s0x0FF and s0x7F are all -1 and s0x80 is -128.
@s = global i32 s0xFF
@s_zero_first = global i32 s0x0FF
@s7 = global i32 s0x7F
@s_wide = global i65 s0x1FFFFFFFFFFFFFFFF

define i32 @uses(i32 %x) {
  %a = add i32 %x, u0x10
  %b = add i32 %a, s0x80
  switch i32 %b, label %end [
    i32 -1, label %end
    i32 u0x7FFFFFFF, label %end
  ]

end:
  ret i32 -0
}
