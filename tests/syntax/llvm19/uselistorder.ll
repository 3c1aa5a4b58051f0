; Use-list orders of globals, arguments, values, constants and blocks.
@a = global i32 0
@b = global [2 x ptr] [ptr @a, ptr @a]
@c = global ptr @a

define i32 @f(i32 %x, i1 %c) {
entry:
  %y = add i32 %x, %x
  %z = add i32 %y, %x
  %w = add i32 %z, %y
  br i1 %c, label %one, label %two

one:
  br label %two

two:
  %p = phi i32 [ %w, %entry ], [ %y, %one ]
  ret i32 %p

; Directives stand at the end of the body, after the last block.
  uselistorder i32 %x, { 2, 0, 1 }
  uselistorder i32 %y, { 1, 2, 0 }
  uselistorder label %two, { 1, 0 }
}

define ptr @g(i1 %c) {
entry:
  %s = select i1 %c, ptr blockaddress(@g, %here), ptr blockaddress(@g, %here)
  br label %here

here:
  br label %there

there:
  ret ptr blockaddress(@g, %here)
}

define ptr @h() {
  ret ptr @a
}

uselistorder ptr @a, { 1, 0, 3, 2 }
