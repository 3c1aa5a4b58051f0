; Integer types of every sort of width, from i1 to the widest.
@bit = global i1 true
@two = global i2 -2
@three = global i3 3
@seven = global i7 -64
@byte = global i8 255
@nine = global i9 -256
@short = global i16 -1
@word = global i32 4294967295
@odd = global i33 -4294967296
@long = global i64 18446744073709551615
@past = global i65 36893488147419103231
@wide = global i128 -170141183460469231731687303715884105728
@wider = global i256 115792089237316195423570985008687907853269984665640564039457584007913129639935
@vast = global i4096 0
@widest = external global i8388608

define i65 @add65(i65 %a, i65 %b) {
  %s = add i65 %a, -18446744073709551616
  %t = xor i65 %s, %b
  ret i65 %t
}

define i1 @bits(i1 %a) {
  %n = xor i1 %a, true
  %m = add i1 %n, -1
  %k = and i1 %m, false
  ret i1 %k
}

define void @widest_value(ptr %p) {
  %v = load i8388608, ptr %p, align 8
  %w = add i8388608 %v, 1
  store i8388608 %w, ptr %p, align 8
  ret void
}
