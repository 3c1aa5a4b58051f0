; extractvalue and insertvalue with one and many indices.
%t = type { i32, [2 x { i8, ptr }], <2 x i64> }

define ptr @values(%t %v, ptr %p, [3 x [2 x i16]] %a, { i32 } %s) {
  %1 = extractvalue %t %v, 0
  %2 = extractvalue %t %v, 1
  %3 = extractvalue %t %v, 1, 0
  %4 = extractvalue %t %v, 1, 1, 1
  %5 = insertvalue %t %v, i32 5, 0
  %6 = insertvalue %t %5, ptr %p, 1, 0, 1
  %7 = insertvalue %t %6, { i8, ptr } { i8 1, ptr null }, 1, 1
  %8 = insertvalue %t undef, <2 x i64> splat (i64 3), 2
  %9 = insertvalue %t zeroinitializer, i8 -1, 1, 1, 0
  %10 = extractvalue [3 x [2 x i16]] %a, 2, 1
  %11 = insertvalue [3 x [2 x i16]] poison, i16 %10, 0, 0
  %12 = extractvalue { i32 } %s, 0, !note !0
  %13 = extractvalue { i32, i8 } { i32 1, i8 2 }, 1
  ret ptr %4
}

define { i64, i1 } @both({ i64, i1 } %x) {
  %1 = extractvalue { i64, i1 } %x, 1
  %2 = insertvalue { i64, i1 } %x, i1 %1, 1
  ret { i64, i1 } %2
}

!0 = !{}
