; The opaque-pointer form of aggregates.ll.
%pair = type { ptr, i64 }

define %pair @make(ptr %p, i64 %n) {
  %1 = insertvalue %pair undef, ptr %p, 0
  %2 = insertvalue %pair %1, i64 %n, 1
  ret %pair %2
}

define ptr @first(%pair %v, { [2 x ptr], ptr } %w) {
  %1 = extractvalue %pair %v, 0
  %2 = extractvalue { [2 x ptr], ptr } %w, 0, 1
  %3 = extractvalue { [2 x ptr], ptr } %w, 1
  call void %3(ptr %1)
  %4 = insertvalue { [2 x ptr], ptr } { [2 x ptr] zeroinitializer, ptr null }, ptr %2, 0, 0
  %5 = call %pair @make(ptr null, i64 0)
  store %pair { ptr null, i64 -1 }, ptr null, align 8
  ret ptr %1
}
