; RUN: tollgate check %s %s.after --no-refute
; The address of @merged matters more in the second file, and is reached through a constant. Who compares it by an
; exchange, or gets it as a number from one, looks at it. Who only moves it does not.
@merged = unnamed_addr constant i32 0
@kept = constant i32 0
@leads = constant ptr @merged
@variable = global ptr @merged

define i1 @compared(ptr %place) {
  %p = load ptr, ptr @leads
  %c = cmpxchg ptr %place, ptr %p, ptr @kept seq_cst seq_cst
  %r = extractvalue { ptr, i1 } %c, 1
  ret i1 %r
}

define i64 @as_a_number() {
  %r = atomicrmw add ptr @variable, i64 0 seq_cst
  ret i64 %r
}

define void @moved(ptr %place) {
  %p = load ptr, ptr @leads
  store ptr %p, ptr %place
  ret void
}
