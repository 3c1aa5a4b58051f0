; Attributes with a type: byval, sret, byref, inalloca, preallocated, elementtype; and pointers with the other attributes.
%T = type { i64, i32* }

declare void @by_value(%T* byval(%T) align 8)
declare void @result(%T* noalias sret(%T) align 8)
declare void @reference(%T* byref(%T))
declare void @memory(%T* inalloca(%T))
declare void @prepared(i32* preallocated(i32))
declare i32* @many(i8* nocapture readonly, i8* noalias nonnull align 16 dereferenceable(32), i32* returned "tag"="x")
declare noalias nonnull i8* @gives(i64 noundef) #0
declare i8* @swift(i8* swiftself, i8* nest, i64* inreg)

define void @caller(%T* %p) {
  %t = alloca %T, align 8
  call void @by_value(%T* byval(%T) align 8 %p)
  call void @result(%T* sret(%T) align 8 %t)
  call void @reference(%T* byref(%T) %t)
  %m = call noalias nonnull i8* @gives(i64 16)
  call void asm sideeffect "movl $$1, $0", "=*m"(i32* elementtype(i32) bitcast (void (%T*)* @caller to i32*))
  ret void
}

define internal void @callee(%T* noalias nocapture sret(%T) align 8 %out, %T* byval(%T) align 8 %in) {
  %1 = getelementptr inbounds %T, %T* %in, i32 0, i32 1
  %2 = load i32*, i32** %1, align 8
  %3 = getelementptr inbounds %T, %T* %out, i32 0, i32 1
  store i32* %2, i32** %3, align 8
  ret void
}

attributes #0 = { allocsize(0) }
