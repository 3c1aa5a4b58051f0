; Every form of merge: with flags, with metadata, of several edges from one block, without predecessors.
define double @flags(i1 %c, double %x) {
  gate g0 = %c
  gate g1 = not %c
entry:
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %a = gamma nnan ninf double [ 0.000000e+00, g1 ], [ %x, g0 ]
  %b = gamma fast double [ %x, g1 ], [ %x, g0 ], !dbg !7, !kind !0
  %c1 = phi reassoc double [ %x, %entry ], [ %a, %then ], !kind !0
  %d = gamma { i32, [2 x i8] } [ { i32 1, [2 x i8] c"ab" }, g1 ], [ zeroinitializer, g0 ]
  %e = gamma ptr [ null, g1 ], [ poison, g0 ]
  ret double %b
}

define i32 @loop(i32 %n) {
  gate g1 = not %less
entry:
  br label %header

header:
  %i = mu i32 [ 0, %entry ], [ %next, %latch ]
  %sum = mu i32 [ 0, %entry ], [ %more, %latch ], !kind !0
  %order = phi i32 [ 1, %entry ], [ 2, %latch ]
  %less = icmp slt i32 %i, %n
  br i1 %less, label %latch, label %exit

latch:
  %next = add i32 %i, 1
  %more = add i32 %sum, %i
  br label %header

exit:
  %last = eta i32 [ %sum, g1 ]
  %count = eta i32 [ %i, g1 ], !kind !0
  ret i32 %last
}

define i32 @switch(i32 %n) {
  gate g0 = icmp ne i32 %n, 1
  gate g1 = icmp ne i32 %n, 2
  gate g2 = and g0, g1
  gate g3 = icmp eq i32 %n, 1
  gate g4 = icmp eq i32 %n, 2
  gate g5 = or g3, g4, g2
  gate g6 = icmp eq i32 %n, 3
entry:
  switch i32 %n, label %join [
    i32 1, label %join
    i32 2, label %join
    i32 3, label %other
  ]

other:
  br label %join

join:
  %a = gamma i32 [ 5, g5 ], [ 6, g6 ]
  %b = phi i32 [ 5, %entry ], [ 5, %entry ], [ 5, %entry ], [ 6, %other ]
  %c = gamma i32 [ %n, g5 ], [ 0, g6 ]
  ret i32 %a

nowhere:
  %none = gamma i32
  %mu = mu i32
  ret i32 %none
}

define i1 @numbered(i1 %0) {
  gate g0 = %0
  gate g1 = not %0
  gate g2 = went %1 to %2
  gate g3 = and g0, g2
  br i1 %0, label %2, label %3

2:
  br label %3

3:
  %4 = gamma i1 [ %0, g1 ], [ true, g3 ]
  ret i1 %4
}

!0 = !{}
!1 = !DIFile(filename: "a.c", directory: "/")
!6 = distinct !DISubprogram(name: "f", file: !1)
!7 = !DILocation(line: 1, column: 2, scope: !6)
