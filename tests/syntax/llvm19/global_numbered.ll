; Numbered globals, functions, aliases; they share one count, in order of appearance.
@0 = private constant [2 x i8] c"a\00"
@1 = global ptr @0
@named = global ptr @3
@2 = alias i8, ptr @0

define ptr @3() {
  %1 = call ptr @4()
  ret ptr %1
}

declare ptr @4()

@5 = ifunc void (), ptr @6

define ptr @6() {
  ret ptr @3
}
