; CRLF line ends, also inside a string and a comment.
@g = global i32 1, align 4

@s = constant [4 x i8] c"a
b"
; comment
define i32 @f(i32 %x) {
entry:
  %y = add i32 %x, 1
  br label %"a b"
"a b":
  ret i32 %y
}

!0 = !{i32 1}
