; RUN: tollgate check %s
; Ways through a function that need not decide what is known on them, and loops with one exit that get two. (§5.1)

; `while (a && b)`: where the loop has ended, one of its exits was taken.
define i32 @src1(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %j
t:
  %v = load i32, ptr %p
  %c2 = icmp eq i32 %v, 0
  br label %j
j:
  %c = phi i1 [ false, %h ], [ %c2, %t ]
  br i1 %c, label %body, label %out
body:
  store i32 %i, ptr %p
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i32 %i
}
define i32 @tgt1(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %out
t:
  %v = load i32, ptr %p
  %c2 = icmp eq i32 %v, 0
  br i1 %c2, label %body, label %out
body:
  store i32 %i, ptr %p
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i32 %i
}

; The same where one exit is asked of what never changes, and what follows a variable differs where the loop is left.
define i64 @src2(i1 noundef %flag, i64 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i64 [ %n, %entry ], [ %next, %body ]
  %count = phi i64 [ 0, %entry ], [ %count2, %body ]
  br i1 %flag, label %a, label %b
a:
  %c1 = icmp ugt i64 %i, 5
  br i1 %c1, label %t, label %j
b:
  %c2 = icmp ugt i64 %i, 0
  br i1 %c2, label %t, label %j
t:
  %less = add i64 %i, -1
  %at = getelementptr i8, ptr %p, i64 %less
  %v = load i8, ptr %at
  %c3 = icmp eq i8 %v, 0
  br label %j
j:
  %next = phi i64 [ %i, %a ], [ %i, %b ], [ %less, %t ]
  %c = phi i1 [ false, %a ], [ false, %b ], [ %c3, %t ]
  br i1 %c, label %body, label %out
body:
  %count2 = add i64 %count, 1
  br label %h
out:
  ret i64 %count
}
define i64 @tgt2(i1 noundef %flag, i64 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i64 [ %n, %entry ], [ %less, %body ]
  %count = phi i64 [ 0, %entry ], [ %count2, %body ]
  br i1 %flag, label %a, label %b
a:
  %c1 = icmp ugt i64 %i, 5
  br i1 %c1, label %t, label %out
b:
  %c2 = icmp ugt i64 %i, 0
  br i1 %c2, label %t, label %out
t:
  %less = add i64 %i, -1
  %at = getelementptr i8, ptr %p, i64 %less
  %v = load i8, ptr %at
  %c3 = icmp eq i8 %v, 0
  br i1 %c3, label %body, label %out
body:
  %count2 = add i64 %count, 1
  br label %h
out:
  ret i64 %count
}

; A branch on a comparison of one of two values is one on the comparison of each, where that one is chosen.
declare ptr @find(i32)
define i32 @src3(i32 noundef %x) {
entry:
  %some = icmp ne i32 %x, 0
  br i1 %some, label %look, label %join
look:
  %found = call ptr @find(i32 %x)
  br label %join
join:
  %p = phi ptr [ %found, %look ], [ null, %entry ]
  %is = icmp ne ptr %p, null
  br i1 %is, label %yes, label %no
yes:
  %v = load i32, ptr %p
  ret i32 %v
no:
  ret i32 -1
}
define i32 @tgt3(i32 noundef %x) {
entry:
  %some = icmp ne i32 %x, 0
  br i1 %some, label %look, label %no
look:
  %found = call ptr @find(i32 %x)
  %is = icmp ne ptr %found, null
  br i1 %is, label %yes, label %no
yes:
  %v = load i32, ptr %found
  ret i32 %v
no:
  ret i32 -1
}

; A join of one value is that value, even where it is known to be a number on one way.
declare void @use(i32)
define void @src4(i32 noundef %x) {
  call void @use(i32 %x)
  ret void
}
define void @tgt4(i32 noundef %x) {
entry:
  %is = icmp eq i32 %x, 0
  br i1 %is, label %zero, label %join
zero:
  br label %join
join:
  %v = phi i32 [ 0, %zero ], [ %x, %entry ]
  call void @use(i32 %v)
  ret void
}
