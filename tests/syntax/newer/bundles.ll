; New in LLVM 22: the bundle deactivation-symbol; assume bundles with sizes that are not constant.
@symbol = external global i8
declare void @llvm.assume(i1)
declare void @callee(ptr)

define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, i64 %n) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 %n, i64 3), "nonnull"(ptr %p) ]
  call void @callee(ptr %p) [ "deactivation-symbol"(ptr @symbol) ]
  ret void
}
