; RUN: tollgate check %s
; A `select` on undef with flags: whichever arm is chosen is held to them, also if both are the same. Runs of the
; source keep the choice open; they must not make it more defined than it is. All pairs are right (the numbers only
; keep them from being proven). (§9.1)
define { float, i32 } @src_both_infinite(float %a, i1 %c, i32 noundef %x, i32 noundef %y) {
  %v = select ninf i1 %c, float %a, float 0x7FF0000000000000
  %p = mul i32 %x, %x
  %q = mul i32 %y, %y
  %d = sub i32 %p, %q
  %s = insertvalue { float, i32 } poison, float %v, 0
  %t = insertvalue { float, i32 } %s, i32 %d, 1
  ret { float, i32 } %t
}
define { float, i32 } @tgt_both_infinite(float %a, i1 %c, i32 noundef %x, i32 noundef %y) {
  %v = select ninf i1 %c, float %a, float 0x7FF0000000000000
  %p = add i32 %x, %y
  %q = sub i32 %x, %y
  %d = mul i32 %p, %q
  %s = insertvalue { float, i32 } poison, float %v, 0
  %t = insertvalue { float, i32 } %s, i32 %d, 1
  ret { float, i32 } %t
}
; In lanes.
define { <2 x float>, i32 } @src_lanes(<2 x i1> %c, i32 noundef %x, i32 noundef %y) {
  %v = select ninf <2 x i1> %c, <2 x float> <float 1.0, float 0x7FF0000000000000>, <2 x float> <float 1.0, float 0x7FF0000000000000>
  %p = mul i32 %x, %x
  %q = mul i32 %y, %y
  %d = sub i32 %p, %q
  %s = insertvalue { <2 x float>, i32 } poison, <2 x float> %v, 0
  %t = insertvalue { <2 x float>, i32 } %s, i32 %d, 1
  ret { <2 x float>, i32 } %t
}
define { <2 x float>, i32 } @tgt_lanes(<2 x i1> %c, i32 noundef %x, i32 noundef %y) {
  %v = select ninf <2 x i1> %c, <2 x float> <float 1.0, float 0x7FF0000000000000>, <2 x float> <float 1.0, float 0x7FF0000000000000>
  %p = add i32 %x, %y
  %q = sub i32 %x, %y
  %d = mul i32 %p, %q
  %s = insertvalue { <2 x float>, i32 } poison, <2 x float> %v, 0
  %t = insertvalue { <2 x float>, i32 } %s, i32 %d, 1
  ret { <2 x float>, i32 } %t
}
; The zeros are a choice, and so is the arm that is poison.
define { float, i32 } @src_poison(i1 %c, i32 noundef %x, i32 noundef %y) {
  %v = select nsz i1 %c, float poison, float 1.0
  %p = mul i32 %x, %x
  %q = mul i32 %y, %y
  %d = sub i32 %p, %q
  %s = insertvalue { float, i32 } poison, float %v, 0
  %t = insertvalue { float, i32 } %s, i32 %d, 1
  ret { float, i32 } %t
}
define { float, i32 } @tgt_poison(i1 %c, i32 noundef %x, i32 noundef %y) {
  %v = select i1 %c, float poison, float 1.0
  %p = add i32 %x, %y
  %q = sub i32 %x, %y
  %d = mul i32 %p, %q
  %s = insertvalue { float, i32 } poison, float %v, 0
  %t = insertvalue { float, i32 } %s, i32 %d, 1
  ret { float, i32 } %t
}
