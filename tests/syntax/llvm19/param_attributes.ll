; Every parameter attribute.
%t = type { i32, ptr }
%big = type { [16 x i64] }

declare void @enums(i8 zeroext, i8 signext, i32 inreg, ptr noalias, ptr nocapture, ptr nofree, ptr nest, ptr nonnull, i32 noundef)
declare i32 @returned_one(i32 returned)
declare void @memory_like(ptr readnone, ptr readonly, ptr writeonly, ptr writable dereferenceable(8), ptr dead_on_unwind)
declare void @integers(ptr align 16, ptr align(32), ptr dereferenceable(8), ptr dereferenceable_or_null(16), <4 x float> alignstack(16))
declare void @by_value(ptr byval(%t), ptr byval(i32) align 4)
declare void @by_reference(ptr byref(%t) align 8)
declare void @struct_return(ptr sret(%big) align 8 noalias)
declare void @in_alloca(ptr inalloca(%t))
declare void @pre_allocated(ptr preallocated(%t))
declare void @element_type(ptr)
declare swiftcc void @swift(ptr swiftself, ptr swifterror)
declare swifttailcc void @swift_async(ptr swiftasync)
declare void @llvm.fake.intrinsic.name(i1 immarg)
declare noalias ptr @allocate(i64, i64 allocalign)
declare void @release(ptr allocptr)
declare void @ranges(i32 range(i32 0, 10), i8 range(i8 -4, 4), i64 range(i64 -9223372036854775808, 0), <2 x i16> range(i16 1, 0))
declare void @inits(ptr initializes((0, 4)), ptr initializes((-8, 0), (4, 12), (16, 32)))
declare void @classes(float nofpclass(nan), double nofpclass(inf zero), half nofpclass(snan qnan ninf pinf nnorm pnorm nsub psub nzero pzero), float nofpclass(all), float nofpclass(norm sub), float nofpclass(1023), float nofpclass(3))
declare void @strings(ptr "key", ptr "key"="value", ptr "odd key;"="line\0A \22quote\22 \5C")
declare void @mixed(ptr noundef nonnull noalias nocapture readonly align 8 dereferenceable(24) "a"="b" %named)
declare void @vector(<2 x ptr> align 4 noundef)

define i32 @definition(i32 noundef returned %a, ptr noalias nocapture noundef nonnull align 4 dereferenceable(4) %p, ptr byval(%t) align 8 %t, i8 zeroext %0) {
  %v = load i32, ptr %p, align 4
  ret i32 %a
}
