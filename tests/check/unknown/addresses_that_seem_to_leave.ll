; RUN: tollgate check %s %s.after
; Addresses that seem to leave and may not: under a condition, after something that may not return or
; be undefined, as the value that cmpxchg compares, overwritten, in what is undefined or excluded by
; attributes, for a call that neither keeps nor calls it. The functions are called with 4 only. (§11b.1)

declare void @take(ptr)
declare void @quiet(ptr nocapture) nocallback
declare void @pair({ ptr, ptr })
declare void @returning(ptr) willreturn
declare void @stop() noreturn nounwind
@slot = global ptr null
@fixed = constant ptr null
@small = global i8 0
@weak = weak global ptr null

define internal i32 @switched(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_switched() {
  %r = call i32 @switched(i32 4)
  switch i32 0, label %done [ i32 1, label %dead ]
dead:
  call void @take(ptr @switched)
  br label %done
done:
  ret i32 %r
}

define internal i32 @decided(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_decided(i32 %y) {
  %r = call i32 @decided(i32 4)
  %c = icmp eq i32 %y, 7
  br i1 %c, label %a, label %b
a:
  %s = select i1 %c, ptr @decided, ptr null
  call void @take(ptr %s)
  br label %b
b:
  ret i32 %r
}

define internal i32 @after_a_call(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_after_a_call() {
  call void @stop()
  call void @take(ptr @after_a_call)
  %r = call i32 @after_a_call(i32 4)
  ret i32 %r
}

define internal i32 @after_a_division(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_after_a_division() {
  %d = udiv i32 1, 0
  call void @take(ptr @after_a_division)
  %r = call i32 @after_a_division(i32 4)
  ret i32 %r
}

define internal i32 @before_the_end(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_before_the_end() {
  call void @returning(ptr @before_the_end)
  %r = call i32 @before_the_end(i32 4)
  unreachable
}

define internal i32 @exchanged(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_exchanged() {
  %c = cmpxchg ptr @slot, ptr @exchanged, ptr null seq_cst seq_cst
  %r = call i32 @exchanged(i32 4)
  ret i32 %r
}

define internal i32 @overwritten(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_overwritten(ptr %p) {
  store ptr @overwritten, ptr %p
  store ptr null, ptr %p
  %r = call i32 @overwritten(i32 4)
  ret i32 %r
}

define internal i32 @never_left(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_never_left() {
  store ptr @never_left, ptr @slot
  unreachable
}

define i32 @call_never_left() {
  %r = call i32 @never_left(i32 4)
  ret i32 %r
}

define internal i32 @in_a_constant(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_in_a_constant() {
  store ptr @in_a_constant, ptr @fixed
  ret i32 0
}

define i32 @call_in_a_constant() {
  %r = call i32 @in_a_constant(i32 4)
  ret i32 %r
}

define internal i32 @in_too_little(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_in_too_little() {
  store ptr @in_too_little, ptr @small
  ret i32 0
}

define i32 @call_in_too_little() {
  %r = call i32 @in_too_little(i32 4)
  ret i32 %r
}

define internal i32 @replaced(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_replaced() {
  store ptr @replaced, ptr @weak
  ret i32 0
}

define i32 @call_replaced() {
  %r = call i32 @replaced(i32 4)
  ret i32 %r
}

define internal i32 @through_readonly(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_through_readonly(ptr readonly %p) {
  store ptr @through_readonly, ptr %p
  ret i32 0
}

define i32 @call_through_readonly() {
  %r = call i32 @through_readonly(i32 4)
  ret i32 %r
}

define internal i32 @without_effects(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_without_effects(ptr %p) memory(none) {
  store ptr @without_effects, ptr %p
  ret i32 0
}

define i32 @call_without_effects() {
  %r = call i32 @without_effects(i32 4)
  ret i32 %r
}

define internal i32 @inserted(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_inserted() {
  %a = insertvalue { ptr, ptr } poison, ptr @inserted, 0
  %b = insertvalue { ptr, ptr } %a, ptr null, 0
  %c = insertvalue { ptr, ptr } %b, ptr null, 1
  call void @pair({ ptr, ptr } %c)
  ret i32 0
}

define i32 @call_inserted() {
  %r = call i32 @inserted(i32 4)
  ret i32 %r
}

define internal i32 @passed_quietly(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_passed_quietly() {
  call void @quiet(ptr @passed_quietly)
  ret i32 0
}

define i32 @call_passed_quietly() {
  %r = call i32 @passed_quietly(i32 4)
  ret i32 %r
}

define internal i32 @passed_wrongly(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @root_passed_wrongly() {
  call void @take(ptr align 4294967296 noundef @passed_wrongly)
  ret i32 0
}

define i32 @call_passed_wrongly() {
  %r = call i32 @passed_wrongly(i32 4)
  ret i32 %r
}
