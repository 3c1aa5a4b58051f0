//! Pairs that are right, of which the certificates are used.

/// A loop that is rotated, with its loop variables in another order. It calls a function, so that
/// memory and the values of the loop are fresh symbols.
pub(super) const ROTATED: &str = "
declare void @f(i32)

define i32 @src(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %s = phi i32 [ 1, %entry ], [ %s.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  call void @f(i32 %s)
  %s.next = mul i32 %s, 3
  %i.next = add i32 %i, 1
  br label %loop
exit:
  ret i32 %s
}

define i32 @tgt(i32 noundef %n) {
entry:
  %guard = icmp ult i32 0, %n
  br i1 %guard, label %loop, label %exit
loop:
  %s = phi i32 [ 1, %entry ], [ %s.next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  call void @f(i32 %s)
  %s.next = mul i32 %s, 3
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i32 [ 1, %entry ], [ %s.next, %loop ]
  ret i32 %r
}";

/// A product of what two calls give, before the join in the target and after it in the source.
pub(super) const COMPUTED_BEFORE_JOIN: &str = "
declare noundef i32 @f(i32)
declare noundef i32 @g(i32)

define i32 @src(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call noundef i32 @f(i32 %x)
  br label %join
b:
  %v = call noundef i32 @g(i32 %x)
  br label %join
join:
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %t = icmp eq i32 %p, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  %w = mul i32 %p, 3
  ret i32 %w
}

define i32 @tgt(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call noundef i32 @f(i32 %x)
  %wu = mul i32 %u, 3
  br label %join
b:
  %v = call noundef i32 @g(i32 %x)
  %wv = mul i32 %v, 3
  br label %join
join:
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %w = phi i32 [ %wu, %a ], [ %wv, %b ]
  %t = icmp eq i32 %p, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 %w
}";

/// The same, but that it is a product on one path and `xor` on the other.
pub(super) const COMPUTED_DIFFERENTLY: &str = "
declare noundef i32 @f(i32)
declare noundef i32 @g(i32)

define i32 @src(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call noundef i32 @f(i32 %x)
  %wu = mul i32 %u, 3
  br label %join
b:
  %v = call noundef i32 @g(i32 %x)
  %wv = xor i32 %v, 3
  br label %join
join:
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %w = phi i32 [ %wu, %a ], [ %wv, %b ]
  %t = icmp eq i32 %p, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  %r = add i32 %p, %w
  ret i32 %r
}

define i32 @tgt(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call noundef i32 @f(i32 %x)
  %wu = mul i32 %u, 3
  br label %join
b:
  %v = call noundef i32 @g(i32 %x)
  %wv = xor i32 %v, 3
  br label %join
join:
  %w = phi i32 [ %wu, %a ], [ %wv, %b ]
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %t = icmp eq i32 %p, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  %r = add i32 %w, %p
  ret i32 %r
}";

/// A branch that is negated in the target.
pub(super) const NEGATED: &str = "
declare void @f(i32)

define void @src(i32 noundef %x, i32 noundef %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  call void @f(i32 1)
  br label %join
b:
  call void @f(i32 2)
  br label %join
join:
  ret void
}

define void @tgt(i32 noundef %x, i32 noundef %y) {
entry:
  %c = icmp uge i32 %x, %y
  br i1 %c, label %b, label %a
a:
  call void @f(i32 1)
  br label %join
b:
  call void @f(i32 2)
  br label %join
join:
  ret void
}";

/// What the calls give may be undef.
pub(super) const MAY_BE_UNDEF: &str = "
declare i32 @f(i32)
declare i32 @g(i32)

define i32 @src(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call i32 @f(i32 %x)
  br label %join
b:
  %v = call i32 @g(i32 %x)
  br label %join
join:
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %q = freeze i32 %p
  %t = icmp eq i32 %q, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 %p
}

define i32 @tgt(i1 noundef %c, i32 noundef %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call i32 @f(i32 %x)
  br label %join
b:
  %v = call i32 @g(i32 %x)
  br label %join
join:
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %q = freeze i32 %p
  %t = icmp eq i32 %q, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 %p
}";
