; RUN: tollgate fmt %s
@text=constant[3 x i8]c"a\22b" define i32@f(i32%x)nounwind{%y=add nsw i32%x,1 br label%out out:%z=phi i32[%y,%0]ret i32%z}
