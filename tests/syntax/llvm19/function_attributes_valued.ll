; Function attributes that carry a value.
declare void @stack() alignstack(16)
declare void @unwind_default() uwtable
declare void @unwind_sync() uwtable(sync)
declare void @unwind_async() uwtable(async)
declare ptr @alloc1(i32) allocsize(0)
declare ptr @alloc2(i32, i64) allocsize(0, 1)
declare ptr @kind_alloc(i64) allockind("alloc,uninitialized") "alloc-family"="mine"
declare ptr @kind_zeroed(i64, i64 allocalign) allockind("alloc,zeroed,aligned") "alloc-family"="mine"
declare ptr @kind_realloc(ptr allocptr, i64) allockind("realloc,uninitialized")
declare void @kind_free(ptr allocptr) allockind("free")
declare void @scale_one() vscale_range(4)
declare void @scale_two() vscale_range(1, 16)
declare void @scale_open() vscale_range(2, 0)
declare void @prealloc() preallocated(i32)
declare void @text() "plain" "key"="value" "odd key; @%"="\09v \22q\22" "empty"=""
declare void @denormals() "denormal-fp-math"="preserve-sign,preserve-sign" "denormal-fp-math-f32"="ieee"
declare void @frame() "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+sse2,-avx" "no-trapping-math"="true"
