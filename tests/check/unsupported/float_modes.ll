; RUN: tollgate check %s --no-refute
; A target that may compute less exactly than the source may do more. One that must be more exact may not. (§8.1, §11a.2)
define float @src1(float %a) "less-precise-fpmad"="false" {
  %b = fadd float %a, 1.0
  ret float %b
}

define float @tgt1(float %a) "less-precise-fpmad"="true" {
  %b = fadd float %a, 1.0
  ret float %b
}

define float @src2(float %a) "less-precise-fpmad"="true" {
  %b = fadd float %a, 1.0
  ret float %b
}

define float @tgt2(float %a) "less-precise-fpmad"="false" {
  %b = fadd float %a, 1.0
  ret float %b
}
