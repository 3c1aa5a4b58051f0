; Aggregates with pointers as values, constants and results.
%pair = type { i8*, i64 }

define %pair @make(i8* %p, i64 %n) {
  %1 = insertvalue %pair undef, i8* %p, 0
  %2 = insertvalue %pair %1, i64 %n, 1
  ret %pair %2
}

define i8* @first(%pair %v, { [2 x i8**], void (i8*)* } %w) {
  %1 = extractvalue %pair %v, 0
  %2 = extractvalue { [2 x i8**], void (i8*)* } %w, 0, 1
  %3 = extractvalue { [2 x i8**], void (i8*)* } %w, 1
  call void %3(i8* %1)
  %4 = insertvalue { [2 x i8**], void (i8*)* } { [2 x i8**] zeroinitializer, void (i8*)* null }, i8** %2, 0, 0
  %5 = call %pair @make(i8* null, i64 0)
  store %pair { i8* null, i64 -1 }, %pair* null, align 8
  ret i8* %1
}
