; RUN: tollgate run %s --fn f --args 2
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: Parameter Attributes: an address that is less aligned than promised is undefined behaviour together with noundef
target datalayout = "e-p:64:64"

@g = global [16 x i8] zeroinitializer, align 16

define i32 @callee(ptr noundef align 4 %p) {
  ret i32 1
}

define i32 @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = call i32 @callee(ptr %p)
  ret i32 %r
}
