; RUN: tollgate check %s
; The source breaks its own promise that nobody else has what it returns.



define noalias ptr @src14(ptr %p) {
 store i32 1, ptr %p
 ret ptr %p
}

define noalias ptr @tgt14(ptr %p) {
 ret ptr %p
}
