; RUN: tollgate check %s
; A constant whose address means nothing may be one with any constant that is equal, and so
; may what is made of its address as a number (§6).

@a = private unnamed_addr constant [4 x i8] c"abc\00"
@b = private unnamed_addr constant [4 x i8] c"abc\00"
@n = constant [4 x i8] c"abc\00"
@outi = global i64 0
declare void @fi(i64)
declare i32 @purei(i64) memory(none) nounwind willreturn

define i64 @src1() { 
 %x = ptrtoint ptr @a to i64
 ret i64 %x
}

define i64 @tgt1() { 
 %x = ptrtoint ptr @b to i64
 ret i64 %x
}

define i1 @src2() { 
 %x = icmp eq ptr @a, @n
 ret i1 %x
}

define i1 @tgt2() { 
 ret i1 true
}

define void @src6() { 
 %x = ptrtoint ptr @a to i64
 store i64 %x, ptr @outi
 ret void
}

define void @tgt6() { 
 %x = ptrtoint ptr @b to i64
 store i64 %x, ptr @outi
 ret void
}

define void @src7() { 
 %x = ptrtoint ptr @a to i64
 call void @fi(i64 %x)
 ret void
}

define void @tgt7() { 
 %x = ptrtoint ptr @b to i64
 call void @fi(i64 %x)
 ret void
}

define i64 @src9() { 
 %x = ptrtoint ptr @a to i64
 %y = ptrtoint ptr @b to i64
 %d = sub i64 %x, %y
 ret i64 %d
}

define i64 @tgt9() { 
 ret i64 0
}

define i32 @src10() { 
 %x = ptrtoint ptr @a to i64
 %y = call i32 @purei(i64 %x)
 ret i32 %y
}

define i32 @tgt10() { 
 %x = ptrtoint ptr @b to i64
 %y = call i32 @purei(i64 %x)
 ret i32 %y
}
