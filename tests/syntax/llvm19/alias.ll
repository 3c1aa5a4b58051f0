; Aliases: of variables, functions, expressions, of other aliases; with every word.
$c = comdat any
@v = global [4 x i32] zeroinitializer
@w = addrspace(3) global i32 0
@t = thread_local global i32 0

@a0 = alias i32, ptr @v
@a1 = alias i32, getelementptr ([4 x i32], ptr @v, i64 0, i64 2)
@a2 = alias void (i32), ptr @f
@a3 = internal alias i8, ptr @v
@a4 = private alias i8, ptr @v
@a5 = linkonce alias i8, ptr @v
@a6 = linkonce_odr alias i8, ptr @v
@a7 = weak alias i8, ptr @v
@a8 = weak_odr dso_local hidden unnamed_addr alias i8, ptr @v
@a9 = protected alias i8, ptr @v
@a10 = dllexport alias i8, ptr @v
@a11 = local_unnamed_addr alias i8, ptr @v
@a12 = thread_local(initialexec) alias i32, ptr @t
@a13 = alias i32, ptr @a0
@a14 = alias i32, ptr addrspace(3) @w
@a15 = alias i32, inttoptr (i64 add (i64 ptrtoint (ptr @v to i64), i64 8) to ptr)
@a16 = alias i32, ptr @v, partition "p"
@a17 = external alias i32, ptr @v
@a18 = alias i32, addrspacecast (ptr addrspace(3) @w to ptr)
@a19 = dso_preemptable default alias %opaque_target, ptr @v
@"quoted alias" = alias { i8, i8 }, ptr @v
%opaque_target = type { i16 }

define void @f(i32 %x) {
  call void @a2(i32 %x)
  ret void
}
