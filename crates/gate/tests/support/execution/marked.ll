; Functions that cannot be made canonical, because the targets of indirect branches cannot lead through new blocks. They wander
; at random, by a generator of their own.

@tangle.ways = constant [4 x ptr] [ptr blockaddress(@tangle, %a), ptr blockaddress(@tangle, %b),
                                   ptr blockaddress(@tangle, %b), ptr blockaddress(@tangle, %out)]
@latches.ways = constant [4 x ptr] [ptr blockaddress(@latches, %head), ptr blockaddress(@latches, %left),
                                    ptr blockaddress(@latches, %right), ptr blockaddress(@latches, %out)]

define i32 @random(i32 %seed) {
  %product = mul i32 %seed, 1103515245
  %next = add i32 %product, 12345
  ret i32 %next
}

; Whether a number drawn is even.
define i1 @coin(i32 %seed) {
  %high = lshr i32 %seed, 16
  %bit = trunc i32 %high to i1
  ret i1 %bit
}

; a and b lead to each other and are both entered from outside: a region without a header. b also leads to itself.
define i32 @tangle(i32 %seed) {
entry:
  %first = call i1 @coin(i32 %seed)
  %start = select i1 %first, ptr blockaddress(@tangle, %a), ptr blockaddress(@tangle, %b)
  indirectbr ptr %start, [label %a, label %b]
a:
  %a.seed = phi i32 [ %seed, %entry ], [ %b.next, %b.join ]
  %a.next = call i32 @random(i32 %a.seed)
  %a.coin = call i1 @coin(i32 %a.next)
  br i1 %a.coin, label %a.then, label %a.join
a.then:
  br label %a.join
a.join:
  %a.sum = phi i32 [ %a.next, %a ], [ %a.seed, %a.then ]
  %a.leave = icmp ult i32 %a.next, 400000000
  %a.way = select i1 %a.leave, ptr blockaddress(@tangle, %out), ptr blockaddress(@tangle, %b)
  indirectbr ptr %a.way, [label %b, label %out]
b:
  %b.seed = phi i32 [ %seed, %entry ], [ %a.next, %a.join ], [ %b.next, %b.join ]
  %b.next = call i32 @random(i32 %b.seed)
  %b.coin = call i1 @coin(i32 %b.next)
  br i1 %b.coin, label %b.then, label %b.else
b.then:
  br label %b.join
b.else:
  %b.other = call i1 @coin(i32 %b.seed)
  br i1 %b.other, label %b.join, label %b.more
b.more:
  br label %b.join
b.join:
  %b.sum = phi i32 [ 1, %b.then ], [ 2, %b.else ], [ 3, %b.more ]
  %b.bits = lshr i32 %b.next, 17
  %b.index = and i32 %b.bits, 3
  %b.slot = getelementptr [4 x ptr], ptr @tangle.ways, i32 0, i32 %b.index
  %b.way = load ptr, ptr %b.slot
  indirectbr ptr %b.way, [label %a, label %b, label %out]
out:
  %result = phi i32 [ %a.sum, %a.join ], [ %b.sum, %b.join ]
  ret i32 %result
}

; A loop with three latches, whose exit is also entered from outside of it.
define i32 @latches(i32 %seed) {
entry:
  %skip = icmp ult i32 %seed, 400000000
  %start = select i1 %skip, ptr blockaddress(@latches, %out), ptr blockaddress(@latches, %head)
  indirectbr ptr %start, [label %head, label %out]
head:
  %now = phi i32 [ %seed, %entry ], [ %next, %head ], [ %left.next, %left ], [ %right.next, %right.join ]
  %next = call i32 @random(i32 %now)
  %bits = lshr i32 %next, 19
  %index = and i32 %bits, 3
  %slot = getelementptr [4 x ptr], ptr @latches.ways, i32 0, i32 %index
  %way = load ptr, ptr %slot
  indirectbr ptr %way, [label %head, label %left, label %right, label %out]
left:
  %left.next = call i32 @random(i32 %next)
  %left.coin = call i1 @coin(i32 %left.next)
  %left.way = select i1 %left.coin, ptr blockaddress(@latches, %out), ptr blockaddress(@latches, %head)
  indirectbr ptr %left.way, [label %head, label %out]
right:
  %right.next = call i32 @random(i32 %next)
  %right.coin = call i1 @coin(i32 %right.next)
  br i1 %right.coin, label %right.then, label %right.join
right.then:
  br label %right.join
right.join:
  %right.sum = phi i32 [ 5, %right ], [ 6, %right.then ]
  %right.leave = icmp ult i32 %right.next, 900000000
  %right.way = select i1 %right.leave, ptr blockaddress(@latches, %out), ptr blockaddress(@latches, %head)
  indirectbr ptr %right.way, [label %head, label %out]
out:
  %result = phi i32 [ 0, %entry ], [ %now, %head ], [ %left.next, %left ], [ %right.sum, %right.join ]
  ret i32 %result
}

define i32 @main() {
entry:
  br label %again
again:
  %round = phi i32 [ 0, %entry ], [ %next, %again ]
  %seed = phi i32 [ 1, %entry ], [ %drawn, %again ]
  %drawn = call i32 @random(i32 %seed)
  %x = call i32 @tangle(i32 %drawn)
  %y = call i32 @latches(i32 %drawn)
  %next = add i32 %round, 1
  %more = icmp ult i32 %next, 2000
  br i1 %more, label %again, label %end
end:
  ret i32 0
}
