; ERROR: 3:13: wrong intrinsic signature
; NOTE: opt-19 refuses it only in its verifier, without a position.
declare i64 @llvm.sadd.sat.i32(i32, i32) define i64 @f() { %r = call i64 @llvm.sadd.sat.i32(i32 1, i32 2) ret i64 %r }
