; New in LLVM 20 to 22: kinds of metadata attachments (a reader that does not know a kind keeps it).
@x = global i8 0, !elf_section_properties !6
@y = global i8 0, !implicit.ref !7

define void @f(ptr %p, ptr %f, i64 %i) !guid !9 {
  store ptr %p, ptr %p, align 8, !captures !0
  store ptr %p, ptr %p, align 8, !captures !1
  %a = inttoptr i64 %i to ptr, !nofree !2
  %b = load i32, ptr %p, align 4, !noalias.addrspace !3
  call void %f(), !callee_type !4
  %m = call ptr @malloc(i64 8), !alloc_token !5
  ret void
}

declare ptr @malloc(i64)

!0 = !{!"address"}
!1 = !{!"address_is_null", !"read_provenance"}
!2 = !{}
!3 = !{i32 5, i32 6}
!4 = !{!8}
!5 = !{!"int", i1 false}
!6 = !{i32 1879002126, i32 8}
!7 = !{ptr @x}
!8 = !{i64 0, !"_ZTSFvvE.generalized"}
!9 = !{i64 42}
