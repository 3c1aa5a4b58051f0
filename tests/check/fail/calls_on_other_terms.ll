; RUN: tollgate check %s
; A call through a pointer says less of its result than a call by name does, and is a call of the same function.
declare noundef i64 @f(i64)
@table = internal constant ptr @f

define i64 @src1(i64 noundef %x) {
  %a = call noundef i64 @f(i64 %x)
  %b = call noundef i64 @f(i64 2)
  ret i64 %b
}
define i64 @tgt1(i64 noundef %x) {
  %a = call noundef i64 @f(i64 %x)
  %p = load ptr, ptr @table
  %b = call i64 %p(i64 3)
  ret i64 %b
}
