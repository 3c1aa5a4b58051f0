; RUN: tollgate check %s
; A product chooses the bits of its NaN once for all of its uses: not those of the target's product for one, and those of a refinement for another. (§4.2)
declare void @g(float)
define { float, float } @src_pair(float noundef %x) {
  %y = fmul float %x, 1.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @tgt_pair(float noundef %x) {
  %y = fmul float %x, 1.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %x, 1
  ret { float, float } %b
}
; In another root.
define float @src_call(float noundef %x) {
  %y = fsub float %x, 0.0
  call void @g(float %y)
  ret float %y
}
define float @tgt_call(float noundef %x) {
  %y = fsub float %x, 0.0
  call void @g(float %x)
  ret float %y
}
; In memory.
define void @src_store(float noundef %x, ptr %p, ptr %q) {
  %y = fdiv float %x, 1.0
  store float %y, ptr %p
  store float %y, ptr %q
  ret void
}
define void @tgt_store(float noundef %x, ptr %p, ptr %q) {
  %y = fdiv float %x, 1.0
  store float %y, ptr %p
  store float %x, ptr %q
  ret void
}
; Of constants.
define { float, float } @src_constant() {
  %y = fdiv float 0.0, 0.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @tgt_constant() {
  %y = fdiv float 0.0, 0.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float 0x7FF8000000000000, 1
  ret { float, float } %b
}
; By a rule that looks at two choices: the wider one is needed as it is.
define { double, float } @src_inner(float noundef %x) {
  %w = fpext float %x to double
  %n = fptrunc double %w to float
  %a = insertvalue { double, float } undef, double %w, 0
  %b = insertvalue { double, float } %a, float %n, 1
  ret { double, float } %b
}
define { double, float } @tgt_inner(float noundef %x) {
  %w = fpext float %x to double
  %a = insertvalue { double, float } undef, double %w, 0
  %b = insertvalue { double, float } %a, float %x, 1
  ret { double, float } %b
}
; Twice in a row: the first product is the target's.
define { float, float } @src_chain(float noundef %x) {
  %y = fmul float %x, 1.0
  %z = fmul float %y, 1.0
  %a = insertvalue { float, float } undef, float %z, 0
  %b = insertvalue { float, float } %a, float %z, 1
  ret { float, float } %b
}
define { float, float } @tgt_chain(float noundef %x) {
  %y = fmul float %x, 1.0
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %x, 1
  ret { float, float } %b
}
; Where a branch decides, the product is another node.
define float @src_decided(i1 noundef %c, float noundef %x, float noundef %y) {
  %v = select i1 %c, float %x, float %y
  %m = fmul float %v, 1.0
  call void @g(float %m)
  br i1 %c, label %t, label %e
t:
  ret float %m
e:
  ret float %m
}
define float @tgt_decided(i1 noundef %c, float noundef %x, float noundef %y) {
  %v = select i1 %c, float %x, float %y
  call void @g(float %v)
  br i1 %c, label %t, label %e
t:
  %m = fmul float %x, 1.0
  ret float %m
e:
  ret float %y
}
; A whole number is rounded to itself, but a NaN is chosen anew.
define { float, float } @src_floor(float noundef %x) {
  %y = call float @llvm.floor.f32(float %x)
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %y, 1
  ret { float, float } %b
}
define { float, float } @tgt_floor(float noundef %x) {
  %y = call float @llvm.floor.f32(float %x)
  %z = call float @llvm.floor.f32(float %y)
  %a = insertvalue { float, float } undef, float %y, 0
  %b = insertvalue { float, float } %a, float %z, 1
  ret { float, float } %b
}
declare float @llvm.floor.f32(float)
