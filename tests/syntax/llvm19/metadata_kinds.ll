; Metadata attachments of the remaining fixed kinds, on globals, functions and instructions.
@symbol = external global i8, !absolute_symbol !0
@vtable = constant [2 x ptr] zeroinitializer, !type !1, !type !2, !vcall_visibility !3
@other = global i32 0, section "s", !associated !4, !exclude !5
@pcs = global i32 0, !pcsections !6

declare !callback !7 void @broker(ptr, ptr)
declare !kcfi_type !9 i32 @typed(i32)

define void @f(ptr %p, i1 %c) !section_prefix !10 !func_sanitize !11 !kcfi_type !9 !pcsections !6 {
entry:
  %a = load i32, ptr %p, align 4, !llvm.mem.parallel_loop_access !12
  %m = call ptr @malloc(i64 8), !memprof !13, !callsite !16
  %s = getelementptr i8, ptr %p, i64 4, !llvm.preserve.access.index !5
  %b = alloca i32, align 4, !coro.outside.frame !5
  fence release, !mmra !17
  store atomic i32 1, ptr %p release, align 4, !mmra !18, !pcsections !6
  br label %loop, !irr_loop !20

loop:
  br i1 %c, label %loop, label %end, !llvm.loop !12, !irr_loop !20

end:
  ret void
}

declare ptr @malloc(i64)

!0 = !{i64 0, i64 256}
!1 = !{i64 0, !"first"}
!2 = !{i64 8, !5}
!3 = !{i64 2}
!4 = !{ptr @vtable}
!5 = distinct !{}
!6 = !{!"pcsection", !21}
!7 = !{!8}
!8 = !{i64 0, i64 1, i1 false}
!9 = !{i32 -1208}
!10 = !{!"section_prefix", !"hot"}
!11 = !{i32 846595819, ptr @vtable}
!12 = distinct !{!12}
!13 = !{!14, !22}
!14 = !{!15, !"cold"}
!15 = !{i64 1, i64 2}
!16 = !{i64 1}
!17 = !{!"as", !"global"}
!18 = !{!17, !19}
!19 = !{!"as", !"local"}
!20 = !{!"loop_header_weight", i64 10}
!21 = !{i64 1, ptr @pcs}
!22 = !{!23, !"notcold"}
!23 = !{i64 1, i64 3}
