; RUN: tollgate check %s --no-refute
; Operations that choose between results each time, without a flag that says so: which zero, whether to round twice, which number if none is right. Two of the target are never one (§4.2). All pairs are wrong.
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.vector.reduce.fmin.v2f32(<2 x float>)
declare i32 @llvm.lround.i32.f32(float)
declare i32 @llvm.smul.fix.sat.i32(i32, i32, i32)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare void @use(float)
declare void @use_number(i32)

define i1 @src_zeros(float %x, float %y) {
  %r = call nnan float @llvm.minnum.f32(float %x, float %y)
  %s = fdiv float 1.0, %r
  %t = fcmp oeq float %s, %s
  ret i1 %t
}
define i1 @tgt_zeros(float %x, float %y) {
  %r = call nnan float @llvm.minnum.f32(float %x, float %y)
  %q = call nnan float @llvm.minnum.f32(float %x, float %y)
  %s = fdiv float 1.0, %r
  %s2 = fdiv float 1.0, %q
  %t = fcmp oeq float %s, %s2
  ret i1 %t
}
; The operands are found to be the same only later.
define i32 @src_later(i32 %a, i32 %b, i32 %x) {
  %q = call i32 @llvm.smul.fix.sat.i32(i32 %a, i32 %b, i32 3)
  %d = sub i32 %q, %q
  ret i32 %d
}
define i32 @tgt_later(i32 %a, i32 %b, i32 %x) {
  %q = call i32 @llvm.smul.fix.sat.i32(i32 %a, i32 %b, i32 3)
  %c = xor i32 %b, %x
  %e = xor i32 %c, %x
  %r = call i32 @llvm.smul.fix.sat.i32(i32 %a, i32 %e, i32 3)
  %d = sub i32 %q, %r
  ret i32 %d
}
define float @src_told(float %x) {
  %a = call nnan float @llvm.minnum.f32(float %x, float -0.0)
  call void @use(float %a)
  ret float %a
}
define float @tgt_told(float %x) {
  %a = call nnan float @llvm.minnum.f32(float %x, float -0.0)
  call void @use(float %a)
  %b = call nnan float @llvm.minnum.f32(float %x, float -0.0)
  ret float %b
}
define float @src_lanes(<2 x float> %x) {
  %a = call nnan float @llvm.vector.reduce.fmin.v2f32(<2 x float> %x)
  call void @use(float %a)
  ret float %a
}
define float @tgt_lanes(<2 x float> %x) {
  %a = call nnan float @llvm.vector.reduce.fmin.v2f32(<2 x float> %x)
  call void @use(float %a)
  %b = call nnan float @llvm.vector.reduce.fmin.v2f32(<2 x float> %x)
  ret float %b
}
; Into a loop.
define void @src_loop(float %x, float %y, i32 %n) {
e:
  %a = call float @llvm.fmuladd.f32(float %x, float %y, float 1.0)
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  call void @use(float %a)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %q
q:
  ret void
}
define void @tgt_loop(float %x, float %y, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %a = call float @llvm.fmuladd.f32(float %x, float %y, float 1.0)
  call void @use(float %a)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %q
q:
  ret void
}
define i32 @src_number(float %x) {
  %a = call i32 @llvm.lround.i32.f32(float %x)
  call void @use_number(i32 %a)
  ret i32 %a
}
define i32 @tgt_number(float %x) {
  %a = call i32 @llvm.lround.i32.f32(float %x)
  call void @use_number(i32 %a)
  %b = call i32 @llvm.lround.i32.f32(float %x)
  ret i32 %b
}
; Nothing says that the exponent of infinity is not undef: another one at each use.
define i32 @src_exponent(float noundef %x) {
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %a, 1
  %d = shl i32 %e, 1
  ret i32 %d
}
define i32 @tgt_exponent(float noundef %x) {
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %a, 1
  %d = add i32 %e, %e
  ret i32 %d
}
; If it is a number, then each call may give another one.
define i32 @src_exponents(float noundef %x) {
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %a, 1
  %d = sub i32 %e, %e
  ret i32 %d
}
define i32 @tgt_exponents(float noundef %x) {
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %a, 1
  %b = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %f = extractvalue { float, i32 } %b, 1
  %d = sub i32 %e, %f
  ret i32 %d
}
; In every iteration instead of once.
define void @src_exponent_in_loop(float noundef %x, i32 noundef %n) {
e:
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %v = extractvalue { float, i32 } %a, 1
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  call void @use_number(i32 %v)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x1
x1:
  ret void
}
define void @tgt_exponent_in_loop(float noundef %x, i32 noundef %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %v = extractvalue { float, i32 } %a, 1
  call void @use_number(i32 %v)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x1
x1:
  ret void
}
