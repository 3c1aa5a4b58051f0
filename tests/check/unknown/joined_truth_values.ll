; RUN: tollgate check %s --no-refute
; A truth value from a join is as undefined as what was joined: the target branches on it, or does not freeze it any more. (§12.2)
; target's phi may be poison although both ends are constants in the diagram: via descend of refine
define i1 @src1(i1 %p, i1 noundef %c, i32 noundef %x) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %k = icmp eq i32 %x, %x
  %f = freeze i1 undef
  ret i1 %f
}
define i1 @tgt1(i1 %p, i1 noundef %c, i32 noundef %x) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %r = phi i1 [ false, %a ], [ %p, %b ]
  ret i1 %r
}
define i1 @src2(i1 %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %r = phi i1 [ false, %a ], [ %p, %b ]
  %f = freeze i1 %r
  ret i1 %f
}
define i1 @tgt2(i1 %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %r = phi i1 [ false, %a ], [ %p, %b ]
  ret i1 %r
}
define i32 @src3(i1 %p, i1 noundef %c, i32 noundef %x) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %r = phi i1 [ false, %a ], [ %p, %b ]
  %f = freeze i1 %r
  %z = zext i1 %f to i32
  ret i32 %z
}
define i32 @tgt3(i1 %p, i1 noundef %c, i32 noundef %x) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %r = phi i1 [ false, %a ], [ %p, %b ]
  %z = zext i1 %r to i32
  ret i32 %z
}
