; RUN: tollgate check %s --no-refute
; Near misses: the source's choices may follow one of the target, in a loop too; choices that both make one to one stay the same. (§4.2)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare i32 @llvm.lround.i32.f32(float)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare void @use(float)
declare void @use_number(i32)

; Out of the loop, and one for one in it and behind it.
define float @src_loop(ptr %p, i32 %n, float %k) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi float [ 0.0, %e ], [ %t, %l ]
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  %f = call float @llvm.fmuladd.f32(float %k, float %k, float 1.0)
  %t = call float @llvm.fmuladd.f32(float %v, float %f, float %s)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  %z = call float @llvm.minnum.f32(float %t, float %k)
  ret float %z
}
define float @tgt_loop(ptr %p, i32 %n, float %k) {
e:
  %f = call float @llvm.fmuladd.f32(float %k, float %k, float 1.0)
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi float [ 0.0, %e ], [ %t, %l ]
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  %t = call float @llvm.fmuladd.f32(float %v, float %f, float %s)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  %z = call float @llvm.minnum.f32(float %t, float %k)
  ret float %z
}
; One of two.
define float @src_one(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @use(float %x)
  %y = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  ret float %y
}
define float @tgt_one(float %a, float %b) {
  %x = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  call void @use(float %x)
  ret float %x
}
; The same number as often, in another order.
define i32 @src_order(float %a, float %b) {
  %x = call i32 @llvm.lround.i32.f32(float %a)
  %y = call i32 @llvm.lround.i32.f32(float %b)
  %r = sub i32 %x, %y
  ret i32 %r
}
define i32 @tgt_order(float %a, float %b) {
  %y = call i32 @llvm.lround.i32.f32(float %b)
  %x = call i32 @llvm.lround.i32.f32(float %a)
  %r = sub i32 %x, %y
  ret i32 %r
}
; Two of both, one of them in the target with a flag less.
define float @src_two(float %a, float %b) {
  %x = call nnan float @llvm.minnum.f32(float %a, float %b)
  %y = call float @llvm.minnum.f32(float %b, float %a)
  %r = fadd float %x, %y
  ret float %r
}
define float @tgt_two(float %a, float %b) {
  %x = call float @llvm.minnum.f32(float %a, float %b)
  %y = call float @llvm.minnum.f32(float %b, float %a)
  %r = fadd float %x, %y
  ret float %r
}
; The exponent of one call for those of two.
define i32 @src_exponents(float noundef %x) {
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %a, 1
  %b = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %f = extractvalue { float, i32 } %b, 1
  %d = sub i32 %e, %f
  ret i32 %d
}
define i32 @tgt_exponents(float noundef %x) {
  %a = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %a, 1
  %d = sub i32 %e, %e
  ret i32 %d
}
; Once instead of in every iteration.
define void @src_exponent_in_loop(float noundef %x, i32 noundef %n) {
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
define void @tgt_exponent_in_loop(float noundef %x, i32 noundef %n) {
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
