; The opaque-pointer form of param_types.ll.
%T = type { i64, ptr }

declare void @by_value(ptr byval(%T) align 8)
declare void @result(ptr noalias sret(%T) align 8)
declare void @reference(ptr byref(%T))
declare void @memory(ptr inalloca(%T))
declare void @prepared(ptr preallocated(i32))
declare ptr @many(ptr nocapture readonly, ptr noalias nonnull align 16 dereferenceable(32), ptr returned "tag"="x")
declare noalias nonnull ptr @gives(i64 noundef) #0
declare ptr @swift(ptr swiftself, ptr nest, ptr inreg)

define void @caller(ptr %p) {
  %t = alloca %T, align 8
  call void @by_value(ptr byval(%T) align 8 %p)
  call void @result(ptr sret(%T) align 8 %t)
  call void @reference(ptr byref(%T) %t)
  %m = call noalias nonnull ptr @gives(i64 16)
  call void asm sideeffect "movl $$1, $0", "=*m"(ptr elementtype(i32) bitcast (ptr @caller to ptr))
  ret void
}

define internal void @callee(ptr noalias nocapture sret(%T) align 8 %out, ptr byval(%T) align 8 %in) {
  %1 = getelementptr inbounds %T, ptr %in, i32 0, i32 1
  %2 = load ptr, ptr %1, align 8
  %3 = getelementptr inbounds %T, ptr %out, i32 0, i32 1
  store ptr %2, ptr %3, align 8
  ret void
}

attributes #0 = { allocsize(0) }
