; Named, literal, packed, empty, opaque, nested and recursive structure types.
%pair = type { i32, i64 }
%packed = type <{ i8, i32, i8 }>
%empty = type {}
%packed_empty = type <{}>
%opaque = type opaque
%nested = type { %pair, { i8, <{ i16, %packed }> }, [2 x %pair] }
%list = type { i32, ptr }
%"quoted type" = type { i8 }
%"type.with\22quote" = type { i16 }
%struct.dotted.name-1$ = type { double }

; A name used before its definition: fine, but not yet with a braced initialiser.
@ahead = external global %later
declare void @takes_later(ptr byval(%later), [2 x ptr])
%later = type { i32, %pair }

@a = global %pair { i32 1, i64 2 }
@b = global %packed <{ i8 1, i32 2, i8 3 }>
@c = global %empty {}
@d = global %packed_empty <{}>
@e = external global %opaque
@f = global %nested zeroinitializer
@g = global { i32, { i8, ptr } } { i32 0, { i8, ptr } { i8 1, ptr @g } }
@h = global <{ i8, i64 }> <{ i8 1, i64 2 }>
@i = global {} {}
@j = global <{}> zeroinitializer
@k = global %"quoted type" { i8 1 }
@l = global %"type.with\22quote" { i16 1 }
@m = global %struct.dotted.name-1$ { double 0.0 }

define %pair @make(i32 %a, i64 %b) {
  %1 = insertvalue %pair undef, i32 %a, 0
  %2 = insertvalue %pair %1, i64 %b, 1
  ret %pair %2
}
