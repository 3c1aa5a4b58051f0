; RUN: tollgate check %s
; Accesses to no bytes where there is an object are defined
; (`unknown/accesses_to_no_bytes.ll`). (§11b)

@g = global i32 0

define i32 @src1() {
  %v = load {}, ptr @g
  ret i32 1
}

define i32 @tgt1() {
  ret i32 2
}

define i32 @src2() {
  %a = alloca [0 x i64]
  store {} zeroinitializer, ptr %a
  ret i32 1
}

define i32 @tgt2() {
  ret i32 2
}
