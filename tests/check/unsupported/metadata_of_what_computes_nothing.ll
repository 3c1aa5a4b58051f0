; RUN: tollgate check %s --no-refute
; Metadata of a `phi` is part of the closed world, too: what is not known is refused in a target, and so is `!fpmath` where nothing is computed. (§11a.1)
define float @src1(i1 noundef %c, float noundef %x, float noundef %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %s = phi float [ %x, %entry ], [ %y, %a ]
  ret float %s
}
define float @tgt1(i1 noundef %c, float noundef %x, float noundef %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %s = phi float [ %x, %entry ], [ %y, %a ], !not.known !0
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
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %s = phi float [ %x, %entry ], [ %y, %a ], !fpmath !0
  ret float %s
}
define i32 @src3(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = select i1 %c, float %x, float %y, !fpmath !0
  %r = select i1 %c, float %x, float %y
  %d = fcmp oeq float %s, 3.0
  %e = fcmp oeq float %r, 3.0
  %f = zext i1 %d to i32
  %g = select i1 %e, i32 %f, i32 2
  ret i32 %g
}
define i32 @tgt3(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = select i1 %c, float %x, float %y, !fpmath !0
  %d = fcmp oeq float %s, 3.0
  %g = select i1 %d, i32 1, i32 2
  ret i32 %g
}
; In a source they say nothing, and a target may do without.
define float @src4(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = select i1 %c, float %x, float %y, !fpmath !0
  ret float %s
}
define float @tgt4(i1 noundef %c, float noundef %x, float noundef %y) {
  %s = select i1 %c, float %x, float %y
  ret float %s
}
!0 = !{float 2.5}
