; Module flags and the other well-known named metadata.
!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.linker.options = !{!9}
!llvm.dependent-libraries = !{!10}
!llvm.commandline = !{!11}
!opencl.ocl.version = !{!12}
!nvvm.annotations = !{!13}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"overridden", i32 9}
!5 = !{i32 5, !"appended", !{!"a", !"b"}}
!6 = !{i32 3, !"requires", !{!"PIC Level", i32 2}}
!7 = !{i32 6, !"unique", !{i32 1, i32 2}}
!8 = !{!"tollgate"}
!9 = !{!"-lm", !"/opt"}
!10 = !{!"m"}
!11 = !{!"-O2 -c"}
!12 = !{i32 2, i32 0}
!13 = !{ptr @kernel, !"kernel", i32 1}

define void @kernel() {
  ret void
}
