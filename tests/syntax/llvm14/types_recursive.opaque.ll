; The opaque-pointer form of types_recursive.ll.
%node = type { i32, ptr }
%a = type { ptr, i8 }
%b = type { ptr, [2 x ptr] }
%hidden = type opaque
%tree = type { ptr, ptr, ptr }
%"quoted node" = type { ptr }
%all = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr }
%0 = type { ptr, i32 }
%1 = type <{ ptr, %0 }>

@list = global %node { i32 1, ptr @second }
@second = internal global %node { i32 2, ptr null }
@unknown = external global %hidden
@keeper = global ptr @unknown, align 8
@numbered = global %0 zeroinitializer
@everything = global %all zeroinitializer
@quoted = global %"quoted node" { ptr @quoted }

define i32 @sum(ptr %head) {
entry:
  br label %loop

loop:                                             ; preds = %body, %entry
  %n = phi ptr [ %head, %entry ], [ %tail, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %end = icmp eq ptr %n, null
  br i1 %end, label %exit, label %body

body:                                             ; preds = %loop
  %v = getelementptr inbounds %node, ptr %n, i32 0, i32 0
  %x = load i32, ptr %v, align 4
  %t = add nsw i32 %s, %x
  %l = getelementptr inbounds %node, ptr %n, i64 0, i32 1
  %tail = load ptr, ptr %l, align 8
  br label %loop

exit:                                             ; preds = %loop
  ret i32 %s
}

define ptr @left(ptr %t) {
  %1 = getelementptr inbounds %tree, ptr %t, i32 0, i32 2
  %2 = load ptr, ptr %1, align 8
  %3 = getelementptr { i32, ptr }, ptr %2, i64 0, i32 1
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr %4, align 8
  ret ptr %5
}

define ptr @unnamed_types(ptr %p) {
  %1 = getelementptr inbounds %1, ptr %p, i32 0, i32 0
  %2 = load ptr, ptr %1, align 8
  ret ptr %2
}
