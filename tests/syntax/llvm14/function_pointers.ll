; Pointers to functions: in structures, arrays, parameters, results; indirect calls; functions cast to other types.
%ops = type { i32 (i8*, i64)*, void (%ops*)*, i8* (...)* }

@table = internal constant [2 x i32 (i32)*] [i32 (i32)* @inc, i32 (i32)* @dec], align 16
@ops = global %ops { i32 (i8*, i64)* @write, void (%ops*)* null, i8* (...)* bitcast (i32 (i32)* @inc to i8* (...)*) }
@returns = global void ()* (i32)* @get, align 8
@as_bytes = global i8* bitcast (i32 (i32)* @inc to i8*), align 8

declare i32 @write(i8*, i64)
declare void @k_and_r(...)

define i32 @inc(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @dec(i32 %x) {
  %r = sub i32 %x, 1
  ret i32 %r
}

define void ()* @get(i32 %i) {
  ret void ()* null
}

define i32 @call_table(i64 %i, i32 %x) {
  %p = getelementptr inbounds [2 x i32 (i32)*], [2 x i32 (i32)*]* @table, i64 0, i64 %i
  %f = load i32 (i32)*, i32 (i32)** %p, align 8
  %r = call i32 %f(i32 %x)
  ret i32 %r
}

define i32 @call_field(%ops* %o, i8* %data) {
  %p = getelementptr inbounds %ops, %ops* %o, i32 0, i32 0
  %f = load i32 (i8*, i64)*, i32 (i8*, i64)** %p, align 8
  %r = call i32 %f(i8* %data, i64 4)
  %q = getelementptr inbounds %ops, %ops* %o, i32 0, i32 2
  %g = load i8* (...)*, i8* (...)** %q, align 8
  %s = call i8* (...) %g(i32 1, i8* %data)
  %h = bitcast i8* (...)* %g to void (i32)*
  call void %h(i32 2)
  ret i32 %r
}

define i32 @call_cast(i32 %x) {
  %1 = call i32 bitcast (void (...)* @k_and_r to i32 (i32)*)(i32 %x)
  call void bitcast (i32 (i32)* @inc to void (i8*)*)(i8* null)
  %2 = call i32 inttoptr (i64 4096 to i32 (i32)*)(i32 %x)
  ret i32 %1
}

define i32 (i32)* @higher(i32 (i32)* (i32 (i32)*)* %f) {
  %1 = call i32 (i32)* %f(i32 (i32)* @inc)
  %2 = icmp eq i32 (i32)* %1, @dec
  %3 = select i1 %2, i32 (i32)* %1, i32 (i32)* @dec
  ret i32 (i32)* %3
}
