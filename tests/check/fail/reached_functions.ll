; RUN: tollgate check %s %s.after
; A function that only its module calls is refuted by a run of a function that can be called from outside, on what that run passes. (§11b.1)
@total = internal global i32 0

declare void @see(i32)

; Its caller passes anything.
define internal i32 @anything(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @passes_anything(i32 %x) {
  %r = call i32 @anything(i32 %x)
  ret i32 %r
}

; Wrong for negative numbers, and its caller passes none: not invalid.
define internal i32 @never_negative(i32 %x) {
  %r = lshr i32 %x, 1
  ret i32 %r
}
define i32 @passes_small(i8 %x) {
  %wide = zext i8 %x to i32
  %r = call i32 @never_negative(i32 %wide)
  ret i32 %r
}

; Two calls away, and the callers changed, too. What is wrong is seen in a slot of the caller.
define internal void @out(ptr %to, i32 %x) {
  %m = mul i32 %x, 3
  store i32 %m, ptr %to
  ret void
}
define internal i32 @middle(i32 %x) {
  %slot = alloca i32
  call void @out(ptr %slot, i32 %x)
  %r = load i32, ptr %slot
  ret i32 %r
}
define i32 @far(i32 %x) {
  %y = add i32 %x, 0
  %r = call i32 @middle(i32 %y)
  ret i32 %r
}

; Wrong by itself and nobody looks at what it returns: not invalid.
define internal i32 @unused_result(i32 %x) {
  call void @see(i32 %x)
  %r = add i32 %x, 1
  ret i32 %r
}
define void @ignores_result(i32 %x) {
  %r = call i32 @unused_result(i32 %x)
  ret void
}

; Nobody calls it.
define internal i32 @uncalled(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

; The state of a local variable, left to whoever reads it.
define internal void @counts(i32 %x) {
  %n = load i32, ptr @total
  %m = add i32 %n, %x
  store i32 %m, ptr @total
  ret void
}
define void @count(i32 %x) {
  call void @counts(i32 %x)
  ret void
}
define i32 @counted() {
  %n = load i32, ptr @total
  ret i32 %n
}

; The target reads a constant that the source does not have.
define internal i32 @looks_up(i1 %x) {
  %r = select i1 %x, i32 4, i32 3
  ret i32 %r
}
define i32 @look(i1 %x) {
  %r = call i32 @looks_up(i1 %x)
  ret i32 %r
}

; Its result is no longer made, because nobody in the target uses it; what is wrong is another function. Not invalid.
define internal i32 @not_guilty(i32 %x) {
  ret i32 7
}
define internal i32 @guilty(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @calls_both(i32 %x) {
  %a = call i32 @not_guilty(i32 %x)
  %b = call i32 @guilty(i32 %x)
  %r = add i32 %a, %b
  ret i32 %r
}
