; Every enumerated function attribute, written in the header.
declare void @e0() alwaysinline
declare void @e2() cold
declare void @e3() convergent
declare void @e4() hot
declare void @e5() inlinehint
declare void @jump() unnamed_addr jumptable
declare void @f0() disable_sanitizer_instrumentation
declare void @f1() fn_ret_thunk_extern
declare void @f2() hybrid_patchable
declare void @f3() minsize
declare void @f4() naked
declare void @f5() nobuiltin
declare void @f6() nocallback
declare void @f7() nocf_check
declare void @f8() noduplicate
declare void @f9() nofree
declare void @f10() noimplicitfloat
declare void @f11() noinline
declare void @f12() nomerge
declare void @f13() nonlazybind
declare void @f14() noprofile
declare void @f15() norecurse
declare void @f16() noredzone
declare void @f17() noreturn
declare void @f18() nosanitize_bounds
declare void @f19() nosanitize_coverage
declare void @f20() nosync
declare void @f21() nounwind
declare void @f22() null_pointer_is_valid
declare void @f23() optdebug
declare void @f24() optforfuzzing
declare void @f25() optsize
declare void @f26() presplitcoroutine
declare void @f27() coro_only_destroy_when_complete
declare void @f28() returns_twice
declare void @f29() safestack
declare void @f30() sanitize_address
declare void @f31() sanitize_hwaddress
declare void @f32() sanitize_memory
declare void @f33() sanitize_memtag
declare void @f34() sanitize_numerical_stability
declare void @f35() sanitize_thread
declare void @f36() shadowcallstack
declare void @f37() skipprofile
declare void @f38() speculatable
declare void @f39() speculative_load_hardening
declare void @f40() ssp
declare void @f41() sspreq
declare void @f42() sspstrong
declare void @f43() strictfp
declare void @f44() willreturn
declare void @f45() mustprogress
declare void @none() noinline optnone
declare void @several() nounwind willreturn nosync nofree norecurse mustprogress

define void @body() noinline nounwind optnone uwtable "s" { ret void }

; `builtin` stands on calls only.
define void @site() {
  call void @e0() builtin nomerge
  ret void
}
