; RUN: tollgate check %s
; A loop variable that turns out never to change shows the bits of a NaN as what it is. (§4.2)
define i32 @src(float noundef %x, i1 noundef %k) {
e:
  br label %l
l:
  br i1 %k, label %l, label %o
o:
  %b = bitcast float %x to i32
  %a = add i32 %b, 1
  ret i32 %a
}
define i32 @tgt(float noundef %x, i1 noundef %k) {
e:
  %y = fmul float %x, 1.0
  br label %l
l:
  %v = phi float [ %y, %e ], [ %w, %l ]
  %b = bitcast float %v to i32
  %a = add i32 %b, 1
  %n = fneg float %v
  %w = fneg float %n
  br i1 %k, label %l, label %o
o:
  ret i32 %a
}
