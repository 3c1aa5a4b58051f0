; New in LLVM 21: captures(...) in place of nocapture, in every form.
declare void @none(ptr captures(none))
declare void @one(ptr captures(address))
declare void @is_null(ptr captures(address_is_null))
declare void @prov(ptr captures(provenance))
declare void @read_prov(ptr captures(read_provenance))
declare void @two(ptr captures(address, read_provenance))
declare void @both(ptr captures(address, provenance))
declare void @null_and_prov(ptr captures(address_is_null, provenance))
declare ptr @by_return(ptr captures(ret: address, provenance))
declare ptr @mixed(ptr captures(address, ret: address, provenance))
declare ptr @nothing_but(ptr captures(none, ret: address, provenance))
declare void @returned_none(ptr captures(address, ret: none))
; The old word is still read, as captures(none).
declare void @old(ptr nocapture)

define ptr @call(ptr noundef nonnull readonly align 8 captures(address, read_provenance) dereferenceable(24) %p) {
  call void @none(ptr captures(none) %p)
  %r = call ptr @by_return(ptr nonnull captures(ret: address, provenance) %p)
  ret ptr %r
}
