; extractvalue as a constant expression that does not fold, of an aggregate chosen by select.
@w = extern_weak global i32

define i32 @chosen() {
  %1 = add i32 7, extractvalue ({ i32, i32 } select (i1 icmp eq (i32* @w, i32* null), { i32, i32 } { i32 1, i32 2 }, { i32, i32 } zeroinitializer), 1)
  ret i32 %1
}
