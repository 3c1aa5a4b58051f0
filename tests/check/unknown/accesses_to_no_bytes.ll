; RUN: tollgate check %s
; LLVM takes an access through null for undefined, also where the type is empty. (§11b)

define i32 @src1(ptr %p) {
  %v = load {}, ptr null
  ret i32 1
}

define i32 @tgt1(ptr %p) {
  ret i32 2
}

define i32 @src2(ptr noundef %p) {
  %v = load [0 x i64], ptr %p
  %c = icmp eq ptr %p, null
  %r = zext i1 %c to i32
  ret i32 %r
}

define i32 @tgt2(ptr noundef %p) {
  ret i32 0
}

define i32 @src3() {
  store {} zeroinitializer, ptr null
  ret i32 1
}

define i32 @tgt3() {
  ret i32 2
}
