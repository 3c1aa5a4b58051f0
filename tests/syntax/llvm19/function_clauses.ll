; Every clause of a function header, alone and all together in the required order.
$own = comdat any
$grp = comdat any
@info = global i32 0

define void @unnamed() unnamed_addr { ret void }
define void @local_unnamed() local_unnamed_addr { ret void }
define void @space() addrspace(0) { ret void }
define void @sect() section "some.section" { ret void }
define void @part() partition "some part" { ret void }
define void @own() comdat { ret void }
define void @grp2() comdat($grp) { ret void }
define void @aligned() align 64 { ret void }
define void @collected() gc "statepoint-example" { ret void }
define void @prefixed() prefix i32 123 { ret void }
define void @prefixed_struct() prefix <{ i32, ptr }> <{ i32 1, ptr @info }> { ret void }
define void @prologued() prologue i8 144 { ret void }
define void @personal() personality ptr @__gxx_personality_v0 { ret void }
define void @tagged() !tag !0 { ret void }
define void @tagged_more() !prof !1 !tag !0 { ret void }
define linkonce_odr hidden fastcc noundef signext i32 @everything(i32 noundef %a, ptr) unnamed_addr addrspace(0) nounwind "key" #0 section "s" partition "p" comdat($grp) align 32 gc "shadow-stack" prefix i32 1 prologue [2 x i8] c"ab" personality ptr @__gxx_personality_v0 !tag !0 !prof !1 {
  ret i32 %a
}

declare i32 @__gxx_personality_v0(...)
declare void @declared() unnamed_addr nounwind section "s" align 16 gc "ocaml" prefix i8 1
; An alignment is also read among the attributes, before the other clauses.
declare void @align_early() align 32 nounwind section "s"
declare !tag !0 void @metadata_first()
declare !tag !0 !other !1 fastcc i32 @metadata_twice(i32) #0

attributes #0 = { cold }
!0 = !{!"anything"}
!1 = !{!"function_entry_count", i64 7}
