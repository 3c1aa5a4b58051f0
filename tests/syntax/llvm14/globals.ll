; Global variables, aliases, ifuncs, constructors and special arrays with typed pointers.
%vtable = type { [4 x i8*] }

$_ZTV1A = comdat any

@pointer = dso_local global i8* null, align 8
@pointers = dso_local local_unnamed_addr global [2 x i32*] [i32* @number, i32* null], align 16
@number = internal thread_local(initialexec) global i32 7, align 4
@_ZTV1A = linkonce_odr dso_local unnamed_addr constant %vtable { [4 x i8*] [i8* null, i8* bitcast (i8** @pointer to i8*), i8* bitcast (void (i8*)* @method to i8*), i8* bitcast (void ()* @__cxa_pure_virtual to i8*)] }, comdat, align 8
@external = external dso_local global i8**, align 8
@llvm.used = appending global [2 x i8*] [i8* bitcast (i8** @pointer to i8*), i8* bitcast (void (i8*)* @method to i8*)], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @init, i8* null }]

@alias = dso_local alias i8*, i8** @pointer
@alias_cast = alias i64, bitcast (i8** @pointer to i64*)
@alias_inner = internal alias i32*, getelementptr inbounds ([2 x i32*], [2 x i32*]* @pointers, i64 0, i64 1)
@alias_fn = weak_odr alias void (i8*), void (i8*)* @method
@chosen = dso_local ifunc void (i8*), void (i8*)* ()* @resolve

define internal void @init() section ".text.startup" {
  store i8* bitcast (i32* @number to i8*), i8** @pointer, align 8
  call void @alias_fn(i8* null)
  call void @chosen(i8* null)
  ret void
}

define linkonce_odr void @method(i8* %this) align 2 prefix i32* @number {
  ret void
}

define internal void (i8*)* @resolve() {
  ret void (i8*)* @method
}

declare void @__cxa_pure_virtual() unnamed_addr
