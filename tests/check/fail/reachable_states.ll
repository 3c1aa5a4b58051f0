; RUN: tollgate check %s %s.after
; An `invalid` begins in a state that an execution of the module can reach, and executes what the modules define. (§11b.1, §11b.2)
@hits = internal global i32 0
@limit = global i32 5
@table = internal global [1 x ptr] [ptr @in_table]

declare i32 @outside(i32)

; Only this module writes @hits, and nobody knows how far it counts: not invalid by a number that it may never hold.
define i32 @count() {
  %n = load i32, ptr @hits
  %big = icmp ugt i32 %n, 1000
  %r = select i1 %big, i32 1, i32 2
  ret i32 %r
}

; What it begins with, it holds.
define i32 @first_count() {
  %n = load i32, ptr @hits
  ret i32 %n
}

; Any module may write @limit.
define i32 @limited() {
  %n = load i32, ptr @limit
  %big = icmp ugt i32 %n, 1000
  %r = select i1 %big, i32 1, i32 2
  ret i32 %r
}

; Called on 8 only.
define internal i32 @half(i32 %x) {
  %r = lshr i32 %x, 1
  ret i32 %r
}
define i32 @calls_half() {
  %r = call i32 @half(i32 8)
  ret i32 %r
}

; Whoever gets its address may call it on anything.
define internal i32 @given(i32 %x) {
  %r = lshr i32 %x, 1
  ret i32 %r
}
define ptr @gives() {
  ret ptr @given
}
define internal i32 @in_table(i32 %x) {
  %r = lshr i32 %x, 1
  ret i32 %r
}

; The body of each module is executed, and is what is wrong. Not so if the linker may take another one.
define internal i32 @exact(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define weak i32 @inexact(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define linkonce_odr i32 @same_everywhere(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @enters_exact(i32 %x) {
  %r = call i32 @exact(i32 %x)
  %s = mul i32 %r, 3
  ret i32 %s
}
define i32 @enters_inexact(i32 %x) {
  %r = call i32 @inexact(i32 %x)
  %s = mul i32 %r, 3
  ret i32 %s
}
define i32 @enters_same(i32 %x) {
  %r = call i32 @same_everywhere(i32 %x)
  %s = mul i32 %r, 3
  ret i32 %s
}
