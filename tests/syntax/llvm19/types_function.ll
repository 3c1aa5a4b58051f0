; Function types as they are written in calls, and void, label, token and metadata as types.
declare void @nothing()
declare i32 @variadic(ptr, ...)
declare void @only_variadic(...)
declare token @llvm.experimental.convergence.anchor() convergent
declare void @llvm.not.real.name(metadata)
declare { i32, i1 } @two_results(i32, i1)

define i32 @calls(ptr %fp) {
entry:
  call void @nothing()
  call void () @nothing()
  %a = call i32 (ptr, ...) @variadic(ptr %fp, i32 1, double 2.0)
  call void (...) @only_variadic(i32 1)
  %b = call { i32, i1 } @two_results(i32 %a, i1 true)
  %c = call { i32, i1 } (i32, i1) @two_results(i32 %a, i1 true)
  %d = call i32 (i32, ...) %fp(i32 1, ptr null)
  %e = call i32 %fp(i32 1, ptr null)
  br label %next

next:
  ret i32 %e
}
