; ERROR: 2:26: unknown location
declare void @f() memory(heap: read)
