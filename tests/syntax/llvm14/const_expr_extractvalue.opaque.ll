; The opaque-pointer form of const_expr_extractvalue.ll.
; LLVM's own bitcode cannot carry this expression: after llvm-as-14 a newer reader finds poison in its place.
@w = extern_weak global i32

define i32 @chosen() {
  %constexpr = icmp eq ptr @w, null
  %constexpr1 = select i1 %constexpr, { i32, i32 } { i32 1, i32 2 }, { i32, i32 } zeroinitializer
  %constexpr2 = extractvalue { i32, i32 } %constexpr1, 1
  %1 = add i32 7, %constexpr2
  ret i32 %1
}
