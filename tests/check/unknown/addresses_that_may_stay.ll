; RUN: tollgate check %s %s.after
; Addresses that may stay although something outside is given something: a copy, code that is not
; executed, a part of the address, a call that cannot call back or says what it calls.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare void @obs(i32)
declare void @ext(ptr)
declare i64 @id(ptr) memory(none)
define internal void @cb1(i32 %x) {
 call void @obs(i32 %x)
 ret void
}
define void @f1(ptr byval(ptr) %p) {
 store ptr @cb1, ptr %p
 %q = load ptr, ptr %p
 call void %q(i32 7)
 ret void
}
define internal void @cb2(i32 %x) {
 call void @obs(i32 %x)
 ret void
}
define void @f2() {
 call void @cb2(i32 7)
 ret void
}
define internal void @dead() {
 call void @ext(ptr @cb2)
 ret void
}
define internal void @cb3(i32 %x) {
 call void @obs(i32 %x)
 ret void
}
define void @f3() {
 call void @cb3(i32 7)
 br i1 false, label %a, label %b
a:
 call void @ext(ptr @cb3)
 br label %b
b:
 ret void
}
define internal void @cb4(i32 %x) {
 call void @obs(i32 %x)
 ret void
}
define i64 @f4() {
 call void @cb4(i32 7)
 %a = ptrtoint ptr @cb4 to i64
 %b = and i64 %a, 1
 ret i64 %b
}
define internal void @cb5(i32 %x) {
 call void @obs(i32 %x)
 ret void
}
define i64 @f5() {
 call void @cb5(i32 7)
 %a = call i64 @id(ptr @cb5)
 ret i64 0
}
define internal void @cb6(i32 %x) {
 call void @obs(i32 %x)
 ret void
}
define void @f6() {
 call void @cb6(i32 7)
 ret void
 
z:
 call void @ext(ptr @cb6)
 ret void
}
declare i32 @printf(ptr,...)
@fmt = private constant [3 x i8] c"%p\00"

define internal void @cb7(i32 %x) {
  call void @obs(i32 %x)
  ret void
}

define void @f7() {
  call void @cb7(i32 7)
  %n = call i32 (ptr, ...) @printf(ptr @fmt, ptr @cb7)
  ret void
}

declare !callback !1 void @broker(ptr, i32)

define internal void @cb8(i32 %x) {
  call void @obs(i32 %x)
  ret void
}

define void @f8() {
  call void @broker(ptr @cb8, i32 7)
  ret void
}

!1 = !{!2}
!2 = !{i64 0, i64 1, i1 false}
