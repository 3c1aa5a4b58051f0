; Calls: tail kinds, conventions, address spaces, attributes in each place, function types, indirect.
declare i32 @f(i32, ptr)
declare void @v(ptr, ...)
declare fastcc i32 @fast(i32)
declare void @space() addrspace(4)
declare void @big(ptr sret({ i64, i64, i64 }), ptr byval([4 x i32]) align 4)
declare void @elem(ptr)
declare void @llvm.made.up(metadata, metadata)

define i32 @forms(i32 %x, ptr %p, ptr addrspace(4) %fp) {
  %1 = call i32 @f(i32 %x, ptr %p)
  %2 = tail call i32 @f(i32 %x, ptr %p)
  %3 = notail call i32 @f(i32 %x, ptr %p)
  %4 = call fastcc i32 @fast(i32 1)
  %5 = call noundef zeroext i8 %p(i8 zeroext 1)
  %6 = call i32 @f(i32 noundef %x, ptr nonnull align 8 dereferenceable(8) %p) nounwind readonly #0
  call void (ptr, ...) @v(ptr %p)
  call void (ptr, ...) @v(ptr %p, i32 1, double 2.0, ptr null, i64 undef)
  call addrspace(4) void @space()
  %7 = call addrspace(4) i32 %fp(i32 1)
  %8 = tail call fastcc noundef range(i32 0, 5) addrspace(0) i32 @fast(i32 %x) #0, !note !0
  call void @big(ptr sret({ i64, i64, i64 }) %p, ptr byval([4 x i32]) align 4 %p)
  call void @big(ptr %p, ptr byval([4 x i32]) %p)
  %9 = call i32 inttoptr (i64 4096 to ptr)(i32 1)
  %10 = call i32 null(i32 1)
  %11 = call i32 undef(i32 1)
  %12 = call i32 (i32, ptr) @f(i32 1, ptr undef)
  %13 = call { i32, [2 x float] } %p(<2 x i8> <i8 1, i8 2>, { i8 } { i8 1 }, [1 x i8] c"a")
  call void @llvm.made.up(metadata i32 %x, metadata !0)
  call void @llvm.made.up(metadata ptr @f, metadata !{!"inline", i32 1})
  call void @llvm.made.up(metadata !"string", metadata !DIExpression(DW_OP_deref))
  %14 = call i32 @f(i32 "key"="value" inreg %x, ptr %p) "site"="attr" #0 #1
  ret i32 %1
}

define i32 @must(i32 %x, ptr %p) {
  %r = musttail call i32 @f(i32 %x, ptr %p)
  ret i32 %r
}

define void @must_forward(ptr %p, ...) {
  musttail call void (ptr, ...) @v(ptr %p, ...)
  ret void
}

attributes #0 = { cold }
attributes #1 = { nobuiltin "x" }
!0 = !{}
