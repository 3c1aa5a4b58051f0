; RUN: tollgate check %s %s.after
; Whether a function that only its module calls is entered depends on what its caller chooses, and on what it is given. (§2.1, §9.1, §11b.1)

; Entered if a frozen bit is set: the source has runs that enter it and runs that do not, and none of them returns what the target may.
define internal i32 @chosen(i32 %x) {
  %r = and i32 %x, 7
  ret i32 %r
}
define i32 @freezes(i32 %x) {
  %bit = freeze i1 poison
  br i1 %bit, label %call, label %none
call:
  %r = call i32 @chosen(i32 %x)
  ret i32 %r
none:
  ret i32 100
}

; Entered for one number among many.
define internal i32 @rare(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @asks(i32 %x) {
  %is = icmp eq i32 %x, 123456
  br i1 %is, label %call, label %none
call:
  %r = call i32 @rare(i32 %x)
  ret i32 %r
none:
  ret i32 %x
}

; Wrong, and never entered: not invalid.
define internal i32 @never(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @never_asks(i8 %x) {
  %wide = zext i8 %x to i32
  %is = icmp eq i32 %wide, 256
  br i1 %is, label %call, label %none
call:
  %r = call i32 @never(i32 %wide)
  ret i32 %r
none:
  ret i32 %wide
}

; Entered by choice, and what it does then is what the source may do without it: not invalid.
define internal i32 @as_before(i32 %x) {
  %r = and i32 %x, 7
  ret i32 %r
}
define i32 @freezes_too(i32 %x) {
  %bit = freeze i1 poison
  br i1 %bit, label %call, label %none
call:
  %r = call i32 @as_before(i32 %x)
  ret i32 %r
none:
  ret i32 100
}
