; The opaque-pointer form of function_pointers.ll.
%ops = type { ptr, ptr, ptr }

@table = internal constant [2 x ptr] [ptr @inc, ptr @dec], align 16
@ops = global %ops { ptr @write, ptr null, ptr bitcast (ptr @inc to ptr) }
@returns = global ptr @get, align 8
@as_bytes = global ptr bitcast (ptr @inc to ptr), align 8

declare i32 @write(ptr, i64)
declare void @k_and_r(...)

define i32 @inc(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @dec(i32 %x) {
  %r = sub i32 %x, 1
  ret i32 %r
}

define ptr @get(i32 %i) {
  ret ptr null
}

define i32 @call_table(i64 %i, i32 %x) {
  %p = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %p, align 8
  %r = call i32 %f(i32 %x)
  ret i32 %r
}

define i32 @call_field(ptr %o, ptr %data) {
  %p = getelementptr inbounds %ops, ptr %o, i32 0, i32 0
  %f = load ptr, ptr %p, align 8
  %r = call i32 %f(ptr %data, i64 4)
  %q = getelementptr inbounds %ops, ptr %o, i32 0, i32 2
  %g = load ptr, ptr %q, align 8
  %s = call ptr (...) %g(i32 1, ptr %data)
  %h = bitcast ptr %g to ptr
  call void %h(i32 2)
  ret i32 %r
}

define i32 @call_cast(i32 %x) {
  %1 = call i32 bitcast (ptr @k_and_r to ptr)(i32 %x)
  call void bitcast (ptr @inc to ptr)(ptr null)
  %2 = call i32 inttoptr (i64 4096 to ptr)(i32 %x)
  ret i32 %1
}

define ptr @higher(ptr %f) {
  %1 = call ptr %f(ptr @inc)
  %2 = icmp eq ptr %1, @dec
  %3 = select i1 %2, ptr %1, ptr @dec
  ret ptr %3
}
