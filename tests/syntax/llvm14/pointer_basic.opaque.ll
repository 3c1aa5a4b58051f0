; The opaque-pointer form of pointer_basic.ll.
define i32 @basic(ptr %p, ptr %q, ptr %pp) {
entry:
  %slot = alloca i32, align 4
  %slots = alloca ptr, align 8
  %buffer = alloca [16 x i8], align 16
  %a = load i32, ptr %p, align 4
  store i32 %a, ptr %slot, align 4
  store ptr %p, ptr %slots, align 8
  %b = load ptr, ptr %slots, align 8
  %c = load volatile i32, ptr %b, align 4
  %arr = getelementptr inbounds [16 x i8], ptr %buffer, i64 0, i64 0
  store i8 1, ptr %arr, align 1
  %next = getelementptr inbounds i32, ptr %p, i64 1
  %prev = getelementptr i32, ptr %p, i64 -1
  %cast = bitcast ptr %q to ptr
  %d = load i64, ptr %cast, align 8
  %e = bitcast ptr %p to ptr
  %f = bitcast ptr %buffer to ptr
  %g = load i32, ptr %f, align 16
  %h = load ptr, ptr %pp, align 8
  %i = icmp eq ptr %h, null
  %j = select i1 %i, ptr %p, ptr %h
  %k = ptrtoint ptr %j to i64
  %l = inttoptr i64 %k to ptr
  store ptr null, ptr %l, align 8
  store ptr undef, ptr %pp, align 8
  ret i32 %c
}

define ptr @choose(i1 %c, ptr %x, ptr %y) {
entry:
  br i1 %c, label %left, label %join

left:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %left, %entry
  %r = phi ptr [ %x, %entry ], [ %y, %left ]
  %s = freeze ptr %r
  ret ptr %s
}
