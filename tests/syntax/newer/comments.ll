; Read by LLVM 22, not by 19: comments in the manner of C, also between tokens and over lines.
/* one line */
@g = global /* inside */ i32 /* ** / * ; " */ 1
/* over
   several
   lines */ @h = /**/ global i32 2
define i32 @f(i32 %x) { /* after a brace */
  %y = add /* x */ i32 %x, /* y */ 1 ; and an ordinary one /* not opened
  ret i32 %y
} /* last */
