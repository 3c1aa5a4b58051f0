; RUN: tollgate check %s
; What the source has branched on is asked whether an added flag follows from it: only a sum has two
; operands to ask about. The verdict was an internal fault.

define i2 @src(i2 %v0) {
b0:
  %v107 = icmp eq i2 %v0, %v0
  br i1 %v107, label %b4, label %b5
b4:
  br label %b1
b1:
  br label %b2
b2:
  %v104 = trunc nuw i2 %v0 to i1
  br i1 %v104, label %b3, label %b1
b3:
  br label %b5
b5:
  ret i2 -1
}
define i2 @tgt(i2 %v0) {
b0:
  br label %b4
b4:
  br label %b1
b1:
  br label %b2
b2:
  %v104 = trunc nsw i2 %v0 to i1
  br i1 %v104, label %b3, label %b1
b3:
  br label %b5
b5:
  ret i2 -1
}
