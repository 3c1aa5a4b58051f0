; RUN: tollgate check %s --no-refute
; Memory of a stack slot is not known any more once somebody else may have its address, however it got there. (§11.10)
declare void @f()
declare void @fp(ptr)
declare void @fnc(ptr nocapture)
declare void @fro(ptr nocapture readonly)
declare ptr @id(ptr returned)
declare void @fi(i64)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@G = global ptr null

; Forward over exposed address.
define i32 @src1() {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  call void @fi(i64 %i)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt1() {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  call void @fi(i64 %i)
  ret i32 1
}

; Forward over escape to global.
define i32 @src2() {
  %a = alloca i32
  store i32 1, ptr %a
  store ptr %a, ptr @G
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt2() {
  %a = alloca i32
  store i32 1, ptr %a
  store ptr %a, ptr @G
  call void @f()
  ret i32 1
}

; Forward over escape through second slot.
define i32 @src3() {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  call void @fp(ptr %b)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt3() {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  call void @fp(ptr %b)
  ret i32 1
}

; Escape through memcpy of slot.
define i32 @src4(ptr %out) {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %b, i64 8, i1 false)
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt4(ptr %out) {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %b, i64 8, i1 false)
  call void @f()
  ret i32 1
}

; Escape through integer load of slot.
define i32 @src5(ptr %out) {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  %i = load i64, ptr %b
  call void @fi(i64 %i)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt5(ptr %out) {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  %i = load i64, ptr %b
  call void @fi(i64 %i)
  ret i32 1
}

; Escape through half of the pointer's bytes.
define i32 @src6(ptr %out) {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  %i = load i32, ptr %b
  %b4 = getelementptr i8, ptr %b, i64 4
  %j = load i32, ptr %b4
  %iz = zext i32 %i to i64
  %jz = zext i32 %j to i64
  %js = shl i64 %jz, 32
  %k = or i64 %iz, %js
  call void @fi(i64 %k)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt6(ptr %out) {
  %a = alloca i32
  %b = alloca ptr
  store i32 1, ptr %a
  store ptr %a, ptr %b
  %i = load i32, ptr %b
  %b4 = getelementptr i8, ptr %b, i64 4
  %j = load i32, ptr %b4
  %iz = zext i32 %i to i64
  %jz = zext i32 %j to i64
  %js = shl i64 %jz, 32
  %k = or i64 %iz, %js
  call void @fi(i64 %k)
  ret i32 1
}

; Escape via select.
define i32 @src7(i1 %c, ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = select i1 %c, ptr %a, ptr %q
  call void @fp(ptr %s)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt7(i1 %c, ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = select i1 %c, ptr %a, ptr %q
  call void @fp(ptr %s)
  ret i32 1
}

; Escape via aggregate.
define i32 @src8(ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = insertvalue { ptr, i32 } undef, ptr %a, 0
  store { ptr, i32 } %s, ptr %q
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt8(ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = insertvalue { ptr, i32 } undef, ptr %a, 0
  store { ptr, i32 } %s, ptr %q
  call void @f()
  ret i32 1
}

; Escape via vector of pointers.
define i32 @src9(ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = insertelement <2 x ptr> undef, ptr %a, i32 0
  store <2 x ptr> %s, ptr %q
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt9(ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = insertelement <2 x ptr> undef, ptr %a, i32 0
  store <2 x ptr> %s, ptr %q
  call void @f()
  ret i32 1
}

; Returned argument then escape.
define i32 @src10() {
  %a = alloca i32
  store i32 1, ptr %a
  %b = call ptr @id(ptr nocapture %a)
  store i32 2, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt10() {
  %a = alloca i32
  store i32 1, ptr %a
  %b = call ptr @id(ptr nocapture %a)
  store i32 2, ptr %b
  ret i32 1
}

; Nocapture but written in the call.
define i32 @src11() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @fnc(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt11() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @fnc(ptr %a)
  ret i32 1
}

; Readonly argument but escaped before.
define i32 @src12() {
  %a = alloca i32
  store ptr %a, ptr @G
  store i32 1, ptr %a
  call void @fro(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt12() {
  %a = alloca i32
  store ptr %a, ptr @G
  store i32 1, ptr %a
  call void @fro(ptr %a)
  ret i32 1
}

; Loop: escapes at the end, read at the beginning.
define i32 @src13(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %s = phi i32 [ 0, %entry ], [ %s2, %l ]
  %v = load i32, ptr %a
  %s2 = add i32 %s, %v
  call void @fp(ptr %a)
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %s2
}
define i32 @tgt13(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %s = phi i32 [ 0, %entry ], [ %s2, %l ]
  %s2 = add i32 %s, 1
  call void @fp(ptr %a)
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %s2
}

; Loop: escapes only in some iterations.
define i32 @src14(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %k ]
  %q = phi ptr [ null, %entry ], [ %a, %k ]
  call void @fp(ptr %q)
  %v = load i32, ptr %a
  br label %k
k:
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %v
}
define i32 @tgt14(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %k ]
  %q = phi ptr [ null, %entry ], [ %a, %k ]
  call void @fp(ptr %q)
  br label %k
k:
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 1
}

; Lifetime start resets.
define i32 @src15() {
  %a = alloca i32
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt15() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}

; Lifetime end before the call that uses it.
define void @src16() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  call void @fp(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}
define void @tgt16() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @fp(ptr %a)
  ret void
}

; Lifetime end before call, pointer escaped earlier.
define void @src17() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @G
  store i32 1, ptr %a
  call void @f()
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}
define void @tgt17() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @G
  store i32 1, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @f()
  ret void
}

; Store dropped before call of escaped.
define void @src18() {
  %a = alloca i32
  store ptr %a, ptr @G
  store i32 1, ptr %a
  call void @f()
  ret void
}
define void @tgt18() {
  %a = alloca i32
  store ptr %a, ptr @G
  call void @f()
  ret void
}
