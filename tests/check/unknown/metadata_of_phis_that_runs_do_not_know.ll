; RUN: tollgate check %s
; The result of a `phi` with `!fpmath` need not be exact, and of other metadata nobody knows what it says: a run of such a source is no evidence. Without it
; it is (src2). (§11b.2)
define float @src1(i1 noundef %c, float noundef %x, float noundef %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %s = phi float [ %x, %entry ], [ %y, %a ], !fpmath !0
  ret float %s
}
define float @tgt1(i1 noundef %c, float noundef %x, float noundef %y) {
  %t = fadd float %x, 1.0
  %s = select i1 %c, float %y, float %t
  ret float %s
}
define float @src2(i1 noundef %c, float noundef %x, float noundef %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %s = phi float [ %x, %entry ], [ %y, %a ]
  ret float %s
}
define float @tgt2(i1 noundef %c, float noundef %x, float noundef %y) {
  %t = fadd float %x, 1.0
  %s = select i1 %c, float %y, float %t
  ret float %s
}
!0 = !{float 2.5}
