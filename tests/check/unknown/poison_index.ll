; RUN: tollgate check %s
; A `getelementptr` of a poison operand is poison, whatever else is undef.



define ptr @src1(i64 %i) {
 %g = getelementptr [4 x i32], ptr null, i64 undef, i64 %i
 ret ptr %g
}

define ptr @tgt1(i64 %i) {
 %g = getelementptr [4 x i32], ptr null, i64 %i, i64 %i
 ret ptr %g
}

define <2 x ptr> @src2(<2 x ptr> %p) {
 %g = getelementptr i8, <2 x ptr> %p, <2 x i64> <i64 4, i64 undef>
 ret <2 x ptr> %g
}

define <2 x ptr> @tgt2(<2 x ptr> %p) {
 %g = getelementptr i8, <2 x ptr> %p, i64 4
 ret <2 x ptr> %g
}

define ptr @src3(ptr %p, i64 %i) {
 %g = getelementptr [4 x i32], ptr %p, i64 undef, i64 %i
 ret ptr %g
}

define ptr @tgt3(ptr %p, i64 %i) {
 %g = getelementptr [4 x i32], ptr %p, i64 0, i64 %i
 %h = getelementptr i8, ptr %g, i64 %i
 ret ptr %h
}

define ptr @src5(ptr %p, i64 %i, i64 %j) {
 %g = getelementptr [4 x i32], ptr %p, i64 %j, i64 %i
 ret ptr %g
}

define ptr @tgt5(ptr %p, i64 %i, i64 %j) {
 %fj = freeze i64 %j
 %fi = or i64 %i, 0
 %m = mul i64 %fj, 16
 %n = mul i64 %fi, 4
 %k = add i64 %m, %n
 %h = getelementptr i8, ptr %p, i64 %k
 ret ptr %h
}
