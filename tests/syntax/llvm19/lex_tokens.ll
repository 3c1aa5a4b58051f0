; Tokens that look alike: labels against keywords and numbers, x in types, names that end where others begin.
%x = type { i32 }
%i32 = type { [2 x %x], <2 x i8> }
@x = global [2 x %x] zeroinitializer
@i1 = global i1 true
@zero = global [2 x [2 x i8]] zeroinitializer

define i32 @c(i32 %p) {
add:
  br label %i1
i1:
  br label %x
x:
  br label %-1
-1:
  br label %"1a"
1a:
  br label %label
label: br label %define
define: br label %c
c: br label %cc
cc: br label %"0x10"
0x10: br label %s0x10
s0x10: br label %-.$_
-.$_:
  %sum = add i32 %p, 1
  %"1.5" = add i32 %sum, 2
  ret i32 %sum
}
