; Loads, stores, address arithmetic and casts through pointers that name their pointee.
define i32 @basic(i32* %p, i8* %q, i32** %pp) {
entry:
  %slot = alloca i32, align 4
  %slots = alloca i32*, align 8
  %buffer = alloca [16 x i8], align 16
  %a = load i32, i32* %p, align 4
  store i32 %a, i32* %slot, align 4
  store i32* %p, i32** %slots, align 8
  %b = load i32*, i32** %slots, align 8
  %c = load volatile i32, i32* %b, align 4
  %arr = getelementptr inbounds [16 x i8], [16 x i8]* %buffer, i64 0, i64 0
  store i8 1, i8* %arr, align 1
  %next = getelementptr inbounds i32, i32* %p, i64 1
  %prev = getelementptr i32, i32* %p, i64 -1
  %cast = bitcast i8* %q to i64*
  %d = load i64, i64* %cast, align 8
  %e = bitcast i32* %p to i8*
  %f = bitcast [16 x i8]* %buffer to i32*
  %g = load i32, i32* %f, align 16
  %h = load i32*, i32** %pp, align 8
  %i = icmp eq i32* %h, null
  %j = select i1 %i, i32* %p, i32* %h
  %k = ptrtoint i32* %j to i64
  %l = inttoptr i64 %k to i8***
  store i8** null, i8*** %l, align 8
  store i32* undef, i32** %pp, align 8
  ret i32 %c
}

define i8* @choose(i1 %c, i8* %x, i8* %y) {
entry:
  br i1 %c, label %left, label %join

left:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %left, %entry
  %r = phi i8* [ %x, %entry ], [ %y, %left ]
  %s = freeze i8* %r
  ret i8* %s
}
