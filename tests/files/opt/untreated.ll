; RUN: tollgate opt %s --passes=dce,straighten --stats
; What cannot be treated is passed through, and named.
declare i32 @setjmp(ptr) returns_twice

define i32 @twice(ptr %p) {
  %unused = load i32, ptr %p
  %r = call i32 @setjmp(ptr %p)
  ret i32 %r
}

define void @left_alone(ptr %p) noinline optnone {
  %unused = load i32, ptr %p
  ret void
}

define void @jumps(ptr %to, ptr %p) {
  %unused = load i32, ptr %p
  indirectbr ptr %to, [label %a, label %b]
a:
  br label %c
b:
  ret void
c:
  ret void
}
