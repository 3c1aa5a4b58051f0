; RUN: tollgate check %s
; The same cases in another order: the list of tests is longer than what is looked at one by one.
define i32 @src_order(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %none [
    i32 3, label %b3
    i32 10, label %b0
    i32 17, label %b2
    i32 24, label %b4
    i32 31, label %b1
    i32 38, label %b3
    i32 45, label %b0
    i32 52, label %b2
    i32 59, label %b4
    i32 66, label %b1
    i32 73, label %b3
    i32 80, label %b0
    i32 87, label %b2
    i32 94, label %b4
    i32 101, label %b1
    i32 108, label %b3
    i32 115, label %b0
    i32 122, label %b2
    i32 129, label %b4
    i32 136, label %b1
    i32 143, label %b3
    i32 150, label %b0
    i32 157, label %b2
    i32 164, label %b4
    i32 171, label %b1
    i32 178, label %b3
    i32 185, label %b0
    i32 192, label %b2
    i32 199, label %b4
    i32 206, label %b1
    i32 213, label %b3
    i32 220, label %b0
    i32 227, label %b2
    i32 234, label %b4
    i32 241, label %b1
    i32 248, label %b3
    i32 255, label %b0
    i32 262, label %b2
    i32 269, label %b4
    i32 276, label %b1
    i32 283, label %b3
    i32 290, label %b0
    i32 297, label %b2
    i32 304, label %b4
    i32 311, label %b1
    i32 318, label %b3
    i32 325, label %b0
    i32 332, label %b2
    i32 339, label %b4
    i32 346, label %b1
    i32 353, label %b3
    i32 360, label %b0
    i32 367, label %b2
    i32 374, label %b4
    i32 381, label %b1
    i32 388, label %b3
    i32 6, label %b1
    i32 13, label %b3
    i32 20, label %b0
    i32 27, label %b2
    i32 34, label %b4
    i32 41, label %b1
    i32 48, label %b3
    i32 55, label %b0
    i32 62, label %b2
    i32 69, label %b4
    i32 76, label %b1
    i32 83, label %b3
    i32 90, label %b0
    i32 97, label %b2
    i32 104, label %b4
    i32 111, label %b1
    i32 118, label %b3
    i32 125, label %b0
    i32 132, label %b2
    i32 139, label %b4
    i32 146, label %b1
    i32 153, label %b3
    i32 160, label %b0
    i32 167, label %b2
    i32 174, label %b4
    i32 181, label %b1
    i32 188, label %b3
    i32 195, label %b0
    i32 202, label %b2
    i32 209, label %b4
    i32 216, label %b1
    i32 223, label %b3
    i32 230, label %b0
    i32 237, label %b2
    i32 244, label %b4
    i32 251, label %b1
    i32 258, label %b3
    i32 265, label %b0
    i32 272, label %b2
    i32 279, label %b4
  ]
b0:
  %r0 = add i32 %y, 3
  br label %out
b1:
  %r1 = sub i32 %y, 4
  br label %out
b2:
  %r2 = mul i32 %y, 5
  br label %out
b3:
  %r3 = xor i32 %y, 6
  br label %out
b4:
  %r4 = or i32 %y, 7
  br label %out
none:
  br label %out
out:
  %r = phi i32 [ 0, %none ], [ %r0, %b0 ], [ %r1, %b1 ], [ %r2, %b2 ], [ %r3, %b3 ], [ %r4, %b4 ]
  ret i32 %r
}

define i32 @tgt_order(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %none [
    i32 118, label %b3
    i32 213, label %b3
    i32 146, label %b1
    i32 111, label %b1
    i32 374, label %b4
    i32 52, label %b2
    i32 237, label %b2
    i32 265, label %b0
    i32 279, label %b4
    i32 234, label %b4
    i32 216, label %b1
    i32 76, label %b1
    i32 255, label %b0
    i32 209, label %b4
    i32 188, label %b3
    i32 199, label %b4
    i32 272, label %b2
    i32 59, label %b4
    i32 290, label %b0
    i32 20, label %b0
    i32 139, label %b4
    i32 178, label %b3
    i32 38, label %b3
    i32 269, label %b4
    i32 157, label %b2
    i32 108, label %b3
    i32 206, label %b1
    i32 276, label %b1
    i32 325, label %b0
    i32 262, label %b2
    i32 17, label %b2
    i32 353, label %b3
    i32 181, label %b1
    i32 297, label %b2
    i32 150, label %b0
    i32 31, label %b1
    i32 55, label %b0
    i32 244, label %b4
    i32 381, label %b1
    i32 185, label %b0
    i32 104, label %b4
    i32 132, label %b2
    i32 136, label %b1
    i32 171, label %b1
    i32 360, label %b0
    i32 311, label %b1
    i32 80, label %b0
    i32 13, label %b3
    i32 283, label %b3
    i32 304, label %b4
    i32 241, label %b1
    i32 87, label %b2
    i32 90, label %b0
    i32 129, label %b4
    i32 69, label %b4
    i32 41, label %b1
    i32 73, label %b3
    i32 258, label %b3
    i32 160, label %b0
    i32 153, label %b3
    i32 48, label %b3
    i32 388, label %b3
    i32 3, label %b3
    i32 62, label %b2
    i32 115, label %b0
    i32 6, label %b1
    i32 122, label %b2
    i32 66, label %b1
    i32 202, label %b2
    i32 346, label %b1
    i32 164, label %b4
    i32 248, label %b3
    i32 367, label %b2
    i32 192, label %b2
    i32 10, label %b0
    i32 174, label %b4
    i32 125, label %b0
    i32 94, label %b4
    i32 97, label %b2
    i32 339, label %b4
    i32 223, label %b3
    i32 34, label %b4
    i32 332, label %b2
    i32 101, label %b1
    i32 143, label %b3
    i32 45, label %b0
    i32 251, label %b1
    i32 220, label %b0
    i32 27, label %b2
    i32 24, label %b4
    i32 83, label %b3
    i32 195, label %b0
    i32 230, label %b0
    i32 318, label %b3
    i32 227, label %b2
    i32 167, label %b2
  ]
b0:
  %r0 = add i32 %y, 3
  br label %out
b1:
  %r1 = sub i32 %y, 4
  br label %out
b2:
  %r2 = mul i32 %y, 5
  br label %out
b3:
  %r3 = xor i32 %y, 6
  br label %out
b4:
  %r4 = or i32 %y, 7
  br label %out
none:
  br label %out
out:
  %r = phi i32 [ 0, %none ], [ %r0, %b0 ], [ %r1, %b1 ], [ %r2, %b2 ], [ %r3, %b3 ], [ %r4, %b4 ]
  ret i32 %r
}
