; The memory(...) attribute in every form, and the older words that LLVM 19 still reads.
declare void @m0() memory(none)
declare void @m1() memory(read)
declare void @m2() memory(write)
declare void @m3() memory(readwrite)
declare void @m4() memory(argmem: read)
declare void @m5() memory(argmem: readwrite)
declare void @m6() memory(inaccessiblemem: write)
declare void @m7() memory(argmem: read, inaccessiblemem: readwrite)
declare void @m8() memory(read, argmem: readwrite)
declare void @m9() memory(readwrite, argmem: none)
declare void @m10() memory(none, argmem: write)
declare void @m11() memory(read, argmem: none, inaccessiblemem: none)
declare void @m12() memory( argmem : read )

declare void @old0() readnone
declare void @old1() readonly
declare void @old2() writeonly
declare void @old3() argmemonly
declare void @old4() inaccessiblememonly
declare void @old5() inaccessiblemem_or_argmemonly
declare void @old6() argmemonly readonly
declare void @old7() inaccessiblememonly writeonly

define void @on_calls() {
  call void @m0() memory(none)
  call void @m4() memory(argmem: read)
  call void @old0() readnone
  ret void
}
