; Labels: plain, quoted, numeric, with dots and dashes, keyword-like, on the line of code, and the unlabelled entry.
define void @labels(i1 %c) {
entry:
  br label %plain
plain:
  br label %with.dots-and$dash_9
with.dots-and$dash_9:
  br label %"quoted label"
"quoted label":
  br label %"with \22 quote"
"with \22 quote":
  br label %ret
ret:
  br label %-dash
-dash:
  br label %.dot
.dot:
  br label %$dollar
$dollar:
  br label %"42"
"42":
  br label %i32
i32: br label %x
x: br i1 %c, label %"9start", label %-7
"9start": br label %-7
-7:
  ret void
}

define void @unlabelled(i1 %c) {
  br i1 %c, label %1, label %2

1:
  br label %2

2:
  ret void
}

define void @entry_by_number() {
0:
  br label %1
1:
  br label %named
named:
  br label %2
2:
  ret void
}

; After a terminator the next instruction opens a new, numbered block.
define i32 @blocks_after_terminators() {
  br label %2
  ret i32 0
  br label %3
  %4 = add i32 1, 2
  ret i32 %4
}
