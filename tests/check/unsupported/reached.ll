; RUN: tollgate check %s %s.after --no-refute
; Differences that a function reaches without naming them: the contents of a constant behind a variable, behind two, behind an alias, before the code of
; a function; an address that matters less; types that are tested. (§11.19)
@constant = private constant i32 1
@variable = internal global ptr @constant
@second = global [2 x ptr] [ptr null, ptr @variable]
@alias = alias ptr, ptr @variable
@merged = constant i32 0
@leads_to_merged = global ptr @merged
@kept = constant i32 0
@table = constant ptr null, !type !0
@apart = constant i32 5

declare i1 @llvm.type.test(ptr, metadata)

define void @data() prefix ptr @constant {
  ret void
}

define i32 @behind_a_variable() {
  %p = load ptr, ptr @variable
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @behind_two() {
  %q = getelementptr ptr, ptr @second, i64 1
  %p = load ptr, ptr %q
  %r = load ptr, ptr %p
  %v = load i32, ptr %r
  ret i32 %v
}

define i32 @behind_an_alias() {
  %p = load ptr, ptr @alias
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @before_code() {
  %q = getelementptr ptr, ptr @data, i64 -1
  %p = load ptr, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}

define i1 @compares() {
  %p = load ptr, ptr @leads_to_merged
  %c = icmp eq ptr %p, @kept
  ret i1 %c
}

define i64 @as_a_number() {
  %p = load ptr, ptr @leads_to_merged
  %c = ptrtoint ptr %p to i64
  ret i64 %c
}

define i1 @tests_a_type(ptr %p) {
  %c = call i1 @llvm.type.test(ptr %p, metadata !"T")
  ret i1 %c
}

define i32 @reads_what_is_merged() {
  %p = load ptr, ptr @leads_to_merged
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @elsewhere() {
  %v = load i32, ptr @apart
  ret i32 %v
}
!0 = !{i64 0, !"T"}
