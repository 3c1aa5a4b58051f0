; RUN: tollgate check %s --no-refute
; Outside of address space 0 null may be the address of something; so it may be of an absolute symbol, and where the function says so. (§11a.3)
target datalayout = "e-p1:32:32-A5"
@absolute = external global i32, !absolute_symbol !0
@weak = extern_weak global i32
@other = addrspace(1) global i32 0
@real = global i32 0
@name = alias i32, ptr @absolute_too
@absolute_too = global i32 0, !absolute_symbol !0
declare void @use(ptr)
declare void @use1(ptr addrspace(1))
declare void @use5(ptr addrspace(5))
declare ptr addrspace(1) @new()
declare !absolute_symbol !0 void @code()

define void @src1(ptr addrspace(1) %p) {
  store i8 1, ptr addrspace(1) %p
  call void @use1(ptr addrspace(1) %p)
  ret void
}
define void @tgt1(ptr addrspace(1) %p) {
  store i8 1, ptr addrspace(1) %p
  call void @use1(ptr addrspace(1) nonnull %p)
  ret void
}

define void @src2(ptr addrspace(1) dereferenceable(4) %p) {
  call void @use1(ptr addrspace(1) %p)
  ret void
}
define void @tgt2(ptr addrspace(1) dereferenceable(4) %p) {
  call void @use1(ptr addrspace(1) nonnull %p)
  ret void
}

define void @src3() {
  call void @use1(ptr addrspace(1) @other)
  ret void
}
define void @tgt3() {
  call void @use1(ptr addrspace(1) nonnull @other)
  ret void
}

define void @src4() {
  %a = alloca i8, align 1, addrspace(5)
  call void @use5(ptr addrspace(5) %a)
  ret void
}
define void @tgt4() {
  %a = alloca i8, align 1, addrspace(5)
  call void @use5(ptr addrspace(5) nonnull %a)
  ret void
}

define i1 @src5() {
  %p = call dereferenceable(4) ptr addrspace(1) @new()
  %c = icmp eq ptr addrspace(1) %p, null
  ret i1 %c
}
define i1 @tgt5() {
  %p = call dereferenceable(4) ptr addrspace(1) @new()
  ret i1 false
}

; More bytes only if it is not null.
define i8 @src6(ptr addrspace(1) dereferenceable(1) dereferenceable_or_null(8) %p) {
  ret i8 0
}
define i8 @tgt6(ptr addrspace(1) dereferenceable(1) dereferenceable_or_null(8) %p) {
  %q = getelementptr i8, ptr addrspace(1) %p, i32 4
  %v = load i8, ptr addrspace(1) %q
  ret i8 0
}

define i8 @src7() {
  %v = load i8, ptr addrspace(1) null
  ret i8 %v
}
define i8 @tgt7() {
  ret i8 0
}

define void @src8() {
  call void @use(ptr @absolute)
  ret void
}
define void @tgt8() {
  call void @use(ptr nonnull @absolute)
  ret void
}

; Nothing need be there, and it need not be aligned.
define i32 @src9() {
  ret i32 0
}
define i32 @tgt9() {
  %v = load i32, ptr @absolute
  ret i32 0
}

define void @src10() {
  call void @use(ptr @absolute)
  ret void
}
define void @tgt10() {
  call void @use(ptr align 4 @absolute)
  ret void
}

define void @src11() {
  call void @use(ptr @name)
  call void @use(ptr @weak)
  call void @use(ptr @code)
  ret void
}
define void @tgt11() {
  call void @use(ptr nonnull @name)
  call void @use(ptr @weak)
  call void @use(ptr @code)
  ret void
}

define void @src12() {
  call void @use(ptr @weak)
  ret void
}
define void @tgt12() {
  call void @use(ptr nonnull @weak)
  ret void
}

define void @src13() {
  call void @use(ptr @code)
  ret void
}
define void @tgt13() {
  call void @use(ptr nonnull @code)
  ret void
}

define void @src14(ptr %p) null_pointer_is_valid {
  store i8 1, ptr %p
  call void @use(ptr %p)
  ret void
}
define void @tgt14(ptr %p) null_pointer_is_valid {
  store i8 1, ptr %p
  call void @use(ptr nonnull %p)
  ret void
}

define void @src15(ptr %p) null_pointer_is_valid {
  %q = getelementptr inbounds i8, ptr %p, i64 1
  call void @use(ptr %q)
  ret void
}
define void @tgt15(ptr %p) null_pointer_is_valid {
  %q = getelementptr inbounds i8, ptr %p, i64 1
  call void @use(ptr nonnull %q)
  ret void
}
!0 = !{i64 0, i64 256}
