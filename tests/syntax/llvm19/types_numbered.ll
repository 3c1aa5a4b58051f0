; Numbered (unnamed) identified types, and one used before its definition.
%0 = type { i32, i32 }
%1 = type { %0, ptr }
%2 = type { %3 }
%3 = type <{ i8, i64 }>
%4 = type opaque

@a = global %0 { i32 1, i32 2 }
@b = global %1 { %0 { i32 3, i32 4 }, ptr @a }
@c = global %2 zeroinitializer
@d = external global %4

define i32 @second(%0 %v) {
  ; %0 the value and %0 the type live in different spaces
  %x = extractvalue %0 %v, 1
  ret i32 %x
}

define %0 @both(%0 %0) {
  ret %0 %0
}
