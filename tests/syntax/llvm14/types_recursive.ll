; Named types that point to themselves and to each other, opaque types, pointers to every kind of type.
%node = type { i32, %node* }
%a = type { %b*, i8 }
%b = type { %a*, [2 x %b*] }
%hidden = type opaque
%tree = type { %tree*, %tree*, { i32, %tree** }* }
%"quoted node" = type { %"quoted node"* }
%all = type { i8*, i32**, half*, x86_fp80*, [4 x i32]*, <4 x i8>*, { i32, i8* }*, <{ i8, i64 }>*, {}*, %hidden*, void ()*, %node*** }
%0 = type { %1*, i32 }
%1 = type <{ %0*, %0 }>

@list = global %node { i32 1, %node* @second }
@second = internal global %node { i32 2, %node* null }
@unknown = external global %hidden
@keeper = global %hidden* @unknown, align 8
@numbered = global %0 zeroinitializer
@everything = global %all zeroinitializer
@quoted = global %"quoted node" { %"quoted node"* @quoted }

define i32 @sum(%node* %head) {
entry:
  br label %loop

loop:                                             ; preds = %body, %entry
  %n = phi %node* [ %head, %entry ], [ %tail, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %end = icmp eq %node* %n, null
  br i1 %end, label %exit, label %body

body:                                             ; preds = %loop
  %v = getelementptr inbounds %node, %node* %n, i32 0, i32 0
  %x = load i32, i32* %v, align 4
  %t = add nsw i32 %s, %x
  %l = getelementptr inbounds %node, %node* %n, i64 0, i32 1
  %tail = load %node*, %node** %l, align 8
  br label %loop

exit:                                             ; preds = %loop
  ret i32 %s
}

define %tree* @left(%tree* %t) {
  %1 = getelementptr inbounds %tree, %tree* %t, i32 0, i32 2
  %2 = load { i32, %tree** }*, { i32, %tree** }** %1, align 8
  %3 = getelementptr { i32, %tree** }, { i32, %tree** }* %2, i64 0, i32 1
  %4 = load %tree**, %tree*** %3, align 8
  %5 = load %tree*, %tree** %4, align 8
  ret %tree* %5
}

define %0* @unnamed_types(%1* %p) {
  %1 = getelementptr inbounds %1, %1* %p, i32 0, i32 0
  %2 = load %0*, %0** %1, align 8
  ret %0* %2
}
