; Metadata attachments on instructions: every fixed kind that takes a plain node, several at once, inline nodes.
define i32 @f(ptr %p, i32 %n, i1 %c, ptr %fp) !prof !0 {
entry:
  %a = load i32, ptr %p, align 4, !tbaa !1, !alias.scope !4, !noalias !7, !llvm.access.group !9
  %b = load i32, ptr %p, align 4, !range !10, !noundef !11
  %d = load float, ptr %p, align 4, !tbaa !20
  %e = fdiv float %d, %d, !fpmath !12
  store i32 %a, ptr %p, align 4, !nontemporal !13, !annotation !14
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false), !tbaa.struct !15
  %g = load ptr, ptr %p, align 8, !nonnull !11, !align !16, !dereferenceable !16, !invariant.group !11
  call void %fp(), !callees !17, !heapallocsite !11, !srcloc !18, !made.up.kind !11
  %h = icmp eq i32 %n, 0, !inline.node !{i32 1, !"x", !{}}
  br i1 %h, label %entry2, label %exit, !prof !19, !unpredictable !11, !make.implicit !11

entry2:
  %i = phi i32 [ 0, %entry ], [ %j, %entry2 ], !phi.note !11
  %j = add i32 %i, 1, !escaped\2Ename !11
  br i1 %c, label %entry2, label %exit, !llvm.loop !21

exit:
  ret i32 %b, !note !11
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)

!0 = !{!"function_entry_count", i64 100, i64 123456789}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"omnipotent char", !25, i64 0}
!4 = !{!5}
!5 = distinct !{!5, !6, !"scope"}
!6 = distinct !{!6, !"domain"}
!7 = !{!8}
!8 = distinct !{!8, !6}
!9 = distinct !{}
!10 = !{i32 -4, i32 -1, i32 0, i32 2}
!11 = !{}
!12 = !{float 2.5}
!13 = !{i32 1}
!14 = !{!"note one", !"note two"}
!15 = !{i64 0, i64 4, !1}
!16 = !{i64 8}
!17 = !{ptr @f, ptr @llvm.memcpy.p0.p0.i64}
!18 = !{i64 7}
!19 = !{!"branch_weights", i32 3, i32 1}
!20 = !{!2, !2, i64 0}
!21 = distinct !{!21, !22, !23, !24}
!22 = !{!"llvm.loop.mustprogress"}
!23 = !{!"llvm.loop.unroll.count", i32 4}
!24 = !{!"llvm.loop.parallel_accesses", !9}
!25 = !{!"tbaa root"}
