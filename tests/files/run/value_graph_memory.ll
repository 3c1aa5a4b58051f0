; Run by crates/cli/tests/graph.rs: what its graph looks like depends on many laws, what it does must not.

declare void @see(i32)

define i32 @sum(ptr %p, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds i32, ptr %p, i32 %i
  %v = load i32, ptr %q
  %w = sub i32 %v, %i
  store i32 %w, ptr %q
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = load i32, ptr %p
  call void @see(i32 %r)
  ret i32 %r
}
