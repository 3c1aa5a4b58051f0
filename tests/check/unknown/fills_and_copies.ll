; RUN: tollgate check %s --no-refute
; Fills and copies that do not reach as far as what is read, or of what has changed since. (§6.1)
declare void @f()
declare void @fp(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@G = global i32 0
@P = global ptr null

; Fill of slot, then part overwritten by a call.
define i8 @src1() {
  %a = alloca [8 x i8]
  call void @llvm.memset.p0.i64(ptr %a, i8 7, i64 8, i1 false)
  call void @fp(ptr %a)
  %v = load i8, ptr %a
  ret i8 %v
}
define i8 @tgt1() {
  %a = alloca [8 x i8]
  call void @llvm.memset.p0.i64(ptr %a, i8 7, i64 8, i1 false)
  call void @fp(ptr %a)
  ret i8 7
}

; Fill shorter than load.
define i32 @src2() {
  %a = alloca [8 x i8]
  store i64 -1, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 3, i1 false)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt2() {
  ret i32 0
}

; Copy shorter than load.
define i32 @src3(ptr %p) {
  %a = alloca [8 x i8]
  store i64 -1, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 3, i1 false)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt3(ptr %p) {
  %v = load i32, ptr %p, align 1
  ret i32 %v
}

; Copy at offset.
define i32 @src4(ptr %p) {
  %a = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false)
  %b = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %b
  ret i32 %v
}
define i32 @tgt4(ptr %p) {
  %v = load i32, ptr %p, align 1
  ret i32 %v
}

; Copy, then source changed through alias, load forwarded.
define i32 @src5(ptr %p, ptr %q) {
  %a = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  store i32 5, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt5(ptr %p, ptr %q) {
  store i32 5, ptr %q
  %v = load i32, ptr %p, align 1
  ret i32 %v
}

; Copy reads as load with alignment.
define i32 @src6(ptr %p) {
  %a = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt6(ptr %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

; Copy back and forth drops a change.
define void @src7(ptr %p) {
  %a = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  store i8 1, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false)
  ret void
}
define void @tgt7(ptr %p) {
  ret void
}

; Copy of poison bytes as integer store.
define void @src8(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret void
}
define void @tgt8(ptr %p, ptr %q) {
  %v = load i32, ptr %q, align 1
  store i32 %v, ptr %p, align 1
  ret void
}

; Fill with a possibly undef byte: bytes may differ.
define i1 @src9(i8 %x) {
  ret i1 true
}
define i1 @tgt9(i8 %x) {
  %a = alloca [2 x i8]
  call void @llvm.memset.p0.i64(ptr %a, i8 %x, i64 2, i1 false)
  %v = load i8, ptr %a
  %b = getelementptr i8, ptr %a, i64 1
  %w = load i8, ptr %b
  %c = icmp eq i8 %v, %w
  ret i1 %c
}

; Fill in loop with other length.
define i8 @src10(i64 noundef %n) {
entry:
  %a = alloca [16 x i8]
  call void @llvm.memset.p0.i64(ptr %a, i8 7, i64 16, i1 false)
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i2, %l ]
  %p = getelementptr i8, ptr %a, i64 %i
  store i8 1, ptr %p
  %i2 = add i64 %i, 1
  %c = icmp ult i64 %i2, %n
  br i1 %c, label %l, label %e
e:
  %q = getelementptr i8, ptr %a, i64 15
  %v = load i8, ptr %q
  ret i8 %v
}
define i8 @tgt10(i64 noundef %n) {
  ret i8 7
}

; Private slot passed on nocapture and written.
define i32 @src11() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @fp(ptr nocapture %a)
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt11() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @fp(ptr nocapture %a)
  call void @f()
  ret i32 1
}

; Slot address stored in slot that escapes later.
define i32 @src12() {
  %a = alloca i32
  %b = alloca ptr
  store ptr %a, ptr %b
  store i32 1, ptr %a
  store ptr %b, ptr @P
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt12() {
  %a = alloca i32
  %b = alloca ptr
  store ptr %a, ptr %b
  store i32 1, ptr %a
  store ptr %b, ptr @P
  call void @f()
  ret i32 1
}

; Slot address stored into a slot after that escaped.
define i32 @src13() {
  %a = alloca i32
  %b = alloca ptr
  call void @fp(ptr %b)
  store i32 1, ptr %a
  store ptr %a, ptr %b
  call void @f()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt13() {
  %a = alloca i32
  %b = alloca ptr
  call void @fp(ptr %b)
  store i32 1, ptr %a
  store ptr %a, ptr %b
  call void @f()
  ret i32 1
}

; Slot address in loop-carried memory.
define i32 @src14(i32 noundef %n) {
entry:
  %a = alloca i32
  %b = alloca ptr
  store ptr @G, ptr %b
  store i32 1, ptr %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %p = load ptr, ptr %b
  store i32 9, ptr %p
  store ptr %a, ptr %b
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt14(i32 noundef %n) {
entry:
  %a = alloca i32
  %b = alloca ptr
  store ptr @G, ptr %b
  store i32 1, ptr %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %p = load ptr, ptr %b
  store i32 9, ptr %p
  store ptr %a, ptr %b
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 1
}

; Inttoptr reaches exposed slot.
define i32 @src15(i64 noundef %k) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %j = add i64 %i, %k
  %p = inttoptr i64 %j to ptr
  store i32 2, ptr %p
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt15(i64 noundef %k) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %j = add i64 %i, %k
  %p = inttoptr i64 %j to ptr
  store i32 2, ptr %p
  ret i32 1
}

; Exposed through xor.
define i32 @src16(i64 noundef %k) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %j = xor i64 %i, %k
  %l = xor i64 %j, %k
  %p = inttoptr i64 %l to ptr
  store i32 2, ptr %p
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt16(i64 noundef %k) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %j = xor i64 %i, %k
  %l = xor i64 %j, %k
  %p = inttoptr i64 %l to ptr
  store i32 2, ptr %p
  ret i32 1
}

; Exposed by branch on its address bits.
define i32 @src17(i64 noundef %k) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %c = icmp eq i64 %i, %k
  br i1 %c, label %y, label %n
y:
  %p = inttoptr i64 %k to ptr
  store i32 2, ptr %p
  br label %n
n:
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt17(i64 noundef %k) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %c = icmp eq i64 %i, %k
  br i1 %c, label %y, label %n
y:
  %p = inttoptr i64 %k to ptr
  store i32 2, ptr %p
  br label %n
n:
  ret i32 1
}
