; Every return attribute, on declarations, definitions and calls.
declare zeroext i8 @r0()
declare signext i8 @r1()
declare inreg i64 @r2()
declare noalias ptr @r3()
declare nonnull ptr @r4()
declare noundef i32 @r5()
declare align 16 ptr @r6()
declare align(32) ptr @r7()
declare dereferenceable(64) ptr @r8()
declare dereferenceable_or_null(64) ptr @r9()
declare range(i32 1, 5) i32 @r10()
declare nofpclass(nan inf) double @r11()
declare "ret-string" i32 @r12()
declare "ret-string"="with value" i32 @r13()
declare noundef nonnull align 8 dereferenceable(8) "x" ptr @r14()
declare fastcc noundef zeroext i1 @r15()

define noundef range(i8 0, 100) i8 @all() {
  %a = call zeroext i8 @r0()
  %b = call noundef nonnull align 8 dereferenceable(8) ptr @r14()
  %c = call fastcc noundef zeroext i1 @r15()
  %d = call range(i32 2, 4) i32 @r10()
  %e = call nofpclass(snan) double @r11()
  %f = call nnan nofpclass(inf) double @r11()
  ret i8 %a
}
