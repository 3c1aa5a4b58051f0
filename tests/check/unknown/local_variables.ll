; RUN: tollgate check %s %s.after
; What a local variable holds at return matters if somebody can look at it; that a function of the module does so is not taken for evidence. (§11b.1)
@nobody = internal global i32 0
@somebody = internal global i32 0
@nobody_any_more = internal global i32 0
@escapes = internal global i32 0
@field = internal global { i32, i32 } zeroinitializer

declare void @take(ptr)

; Nobody reads it: not invalid.
define void @write_nobody(i32 %x) {
  store i32 %x, ptr @nobody
  ret void
}

; Nobody reads any part of it: not invalid.
define void @write_field(i32 %x, i64 %n) {
  %at = getelementptr i32, ptr @field, i64 1
  store i32 %x, ptr %at
  ret void
}

define void @write_somebody(i32 %x) {
  store i32 %x, ptr @somebody
  ret void
}
define i32 @read_somebody() {
  %x = load i32, ptr @somebody
  ret i32 %x
}

; The reader is gone in the target, and with it the reason to write: not invalid.
define void @write_nobody_any_more(i32 %x) {
  store i32 %x, ptr @nobody_any_more
  ret void
}
define void @read_nobody_any_more() {
  %x = load i32, ptr @nobody_any_more
  ret void
}

; Whoever got the address may look.
define void @write_escapes(i32 %x) {
  store i32 %x, ptr @escapes
  ret void
}
define void @give_escapes() {
  call void @take(ptr @escapes)
  ret void
}
