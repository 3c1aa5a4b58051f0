; Attributes said several times: groups win over words wherever they stand, later groups over earlier ones, the last memory(...) counts.
declare void @f() #0 #1
declare void @g() #1 #0
declare void @h() #0 memory(argmem: write)
declare void @i() memory(argmem: write) memory(read)
declare void @j() memory(argmem: write) readonly
declare void @k() readonly argmemonly
declare void @l() #2 alignstack(8) "x"="2"
declare void @m() "x"="2" #2 "x"="3"
declare void @n() #3 uwtable(sync)

define void @calls() {
  call void @f() #2 "x"="9"
  call void @f() memory(none) #0
  ret void
}

@v = global i32 0 #4

attributes #0 = { memory(read) }
attributes #1 = { memory(argmem: readwrite) }
attributes #2 = { alignstack=16 "x"="1" }
attributes #3 = { uwtable }
attributes #4 = { align=16 "a" }
