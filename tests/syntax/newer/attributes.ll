; New in LLVM 20 to 22: attributes. noext, sanitize_realtime, sanitize_realtime_blocking came with 20; dead_on_return with 21.
declare void @param(i8 noext, ptr dead_on_return, ptr dead_on_unwind, ptr initializes((0, 8), (16, 24)))
declare noext i16 @result()
declare void @realtime() sanitize_realtime
declare void @blocking() sanitize_realtime_blocking
declare void @types() sanitize_type
declare void @tokens() sanitize_alloc_token
declare void @uniform() nodivergencesource
declare i32 @clean(i32) nocreateundeforpoison
declare void @elide() coro_only_destroy_when_complete
declare ptr @zeroed(i64) allockind("alloc,zeroed") "alloc-family"="mine"
declare ptr @plain(i64) allockind("alloc,uninitialized") "alloc-family"="mine" "alloc-variant-zeroed"="zeroed"

define void @site(ptr %p) {
  call void @elide() coro_elide_safe
  %r = call noext i16 @result() nocreateundeforpoison
  call void @param(i8 noext 1, ptr dead_on_return %p, ptr dead_on_unwind %p, ptr initializes((-8, 8)) %p)
  ret void
}
