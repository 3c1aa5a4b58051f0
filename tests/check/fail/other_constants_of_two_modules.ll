; RUN: tollgate check %s %s.after
; Beside constants that are merged or have another name (`unknown/merged_constants_of_two_modules.ll`):
; others whose addresses count in both modules, that have other contents, or a name that others see.
; (§6.2)

@a = private constant [4 x i8] c"abc\00"
@b = private constant [4 x i8] c"abc\00"
@k = private unnamed_addr constant [4 x i8] c"abc\00"
@d = private constant [4 x i8] c"abd\00"
@seen = constant [4 x i8] c"abc\00"
@old = private constant [4 x i8] c"xyz\00"

declare i32 @knows(ptr)
declare i32 @depends(ptr) memory(none) nounwind willreturn

define ptr @counts() {
  ret ptr @a
}

define i32 @passes() {
  %r = call i32 @knows(ptr @a)
  ret i32 %r
}

define i32 @asks() {
  %r = call i32 @depends(ptr @a)
  ret i32 %r
}

define ptr @has_other_contents() {
  ret ptr @d
}

define i32 @passes_other_contents() {
  %r = call i32 @knows(ptr @d)
  ret i32 %r
}

define ptr @is_seen() {
  ret ptr @seen
}

define ptr @has_another_name_and_contents() {
  ret ptr @old
}
