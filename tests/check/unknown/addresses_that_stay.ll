; RUN: tollgate check %s %s.after
; The addresses of these functions stay in the module, which calls them with 4 only: that they differ for other
; numbers is nothing that can happen. None of this is `invalid`. (§11b.1)
@al = internal alias i32 (i32), ptr @by_alias
@kept = internal global ptr null
@llvm.compiler.used = appending global [1 x ptr] [ptr @listed], section "llvm.metadata"

define internal i32 @by_alias(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @listed(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @compared(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @selected(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @merged(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @passed(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @stored(i32 %x) {
  %c = icmp ne i32 %x, 5
  %r = select i1 %c, i32 40, i32 50
  ret i32 %r
}

define internal i32 @other(i32 %x) {
  ret i32 %x
}
define internal i32 @apply(ptr %f, i32 %x) noinline {
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define i32 @by_alias_root() {
  %r = call i32 @al(i32 4)
  ret i32 %r
}
define i32 @listed_root() {
  %r = call i32 @listed(i32 4)
  ret i32 %r
}
define i32 @compared_root(ptr %q) {
  %p = icmp eq ptr %q, @compared
  %r = call i32 @compared(i32 4)
  %z = select i1 %p, i32 0, i32 %r
  ret i32 %z
}
define i32 @selected_root(i1 %c) {
  %p = select i1 %c, ptr @selected, ptr @other
  %r = call i32 %p(i32 4)
  ret i32 %r
}
define i32 @merged_root(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi ptr [ @merged, %a ], [ @other, %0 ]
  %r = call i32 %p(i32 4)
  ret i32 %r
}
define i32 @passed_root() {
  %r = call i32 @apply(ptr @passed, i32 4)
  ret i32 %r
}
define void @stored_root() {
  store ptr @stored, ptr @kept
  ret void
}
define i32 @loads() {
  %p = load ptr, ptr @kept
  %n = icmp eq ptr %p, null
  br i1 %n, label %a, label %b
a:
  ret i32 0
b:
  %r = call i32 %p(i32 4)
  ret i32 %r
}
