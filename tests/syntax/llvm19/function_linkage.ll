; Functions with every linkage, preemption, visibility, DLL storage.
define private void @d_private() { ret void }
define internal void @d_internal() { ret void }
define available_externally void @d_avail() { ret void }
define linkonce void @d_linkonce() { ret void }
define linkonce_odr void @d_linkonce_odr() { ret void }
define weak void @d_weak() { ret void }
define weak_odr void @d_weak_odr() { ret void }
define external void @d_external() { ret void }
define void @d_default() { ret void }
define dso_local void @d_local() { ret void }
define dso_preemptable void @d_preempt() { ret void }
define default void @v_default() { ret void }
define hidden void @v_hidden() { ret void }
define protected void @v_protected() { ret void }
define dllexport void @s_export() { ret void }
define weak_odr dso_local hidden fastcc zeroext i8 @many() { ret i8 0 }

declare void @e_plain()
declare external void @e_external()
declare extern_weak void @e_weak()
declare dso_local void @e_local()
declare dso_preemptable void @e_preempt()
declare hidden void @e_hidden()
declare protected void @e_protected()
declare dllimport void @e_import()
declare extern_weak hidden coldcc signext i16 @e_many(i8)
