; The opaque-pointer form of globals.ll.
%vtable = type { [4 x ptr] }

$_ZTV1A = comdat any

@pointer = dso_local global ptr null, align 8
@pointers = dso_local local_unnamed_addr global [2 x ptr] [ptr @number, ptr null], align 16
@number = internal thread_local(initialexec) global i32 7, align 4
@_ZTV1A = linkonce_odr dso_local unnamed_addr constant %vtable { [4 x ptr] [ptr null, ptr bitcast (ptr @pointer to ptr), ptr bitcast (ptr @method to ptr), ptr bitcast (ptr @__cxa_pure_virtual to ptr)] }, comdat, align 8
@external = external dso_local global ptr, align 8
@llvm.used = appending global [2 x ptr] [ptr bitcast (ptr @pointer to ptr), ptr bitcast (ptr @method to ptr)], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]

@alias = dso_local alias ptr, ptr @pointer
@alias_cast = alias i64, bitcast (ptr @pointer to ptr)
@alias_inner = internal alias ptr, getelementptr inbounds ([2 x ptr], ptr @pointers, i64 0, i64 1)
@alias_fn = weak_odr alias void (ptr), ptr @method
@chosen = dso_local ifunc void (ptr), ptr @resolve

define internal void @init() section ".text.startup" {
  store ptr bitcast (ptr @number to ptr), ptr @pointer, align 8
  call void @alias_fn(ptr null)
  call void @chosen(ptr null)
  ret void
}

define linkonce_odr void @method(ptr %this) align 2 prefix ptr @number {
  ret void
}

define internal ptr @resolve() {
  ret ptr @method
}

declare void @__cxa_pure_virtual() unnamed_addr
