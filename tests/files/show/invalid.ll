; RUN: tollgate show %s --fn wrong --as cfg
; RUN: tollgate show %s --fn wrong --as cfg --canonical
; RUN: tollgate show %s --fn wrong --as gates
; RUN: tollgate show %s --fn right --as dom
; RUN: tollgate show %s --as dom

; Canonical form is made of what the verifier accepts; what is shown as it is written need not be valid.
define i32 @wrong(i1 %c) {
entry:
  br i1 %c, label %then, label %join

then:
  %x = add i32 1, 2
  br label %join

join:
  ret i32 %x
}

define i32 @right() {
entry:
  ret i32 0
}
