; A function in the style of what rustc 1.95 (LLVM 22) writes, made by hand.
source_filename = "sample.5fd1-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_1 = private unnamed_addr constant [9 x i8] c"sample.rs", align 1
@alloc_2 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_1, [16 x i8] c"\09\00\00\00\00\00\00\00\03\00\00\00\05\00\00\00" }>, align 8

; sample::first
; Function Attrs: nonlazybind uwtable
define noundef range(i32 0, 1114112) i32 @_ZN6sample5first17h0123456789abcdefE(ptr noalias noundef nonnull readonly align 4 captures(address, read_provenance) %s.0, i64 noundef range(i64 0, 2305843009213693952) %s.1) unnamed_addr #0 {
start:
  %_3 = icmp samesign ugt i64 %s.1, 1
  br i1 %_3, label %bb2, label %panic

bb2:                                              ; preds = %start
  %0 = getelementptr inbounds nuw i32, ptr %s.0, i64 1
  %_0 = load i32, ptr %0, align 4, !range !0, !noundef !1
  ret i32 %_0

panic:                                            ; preds = %start
; call core::panicking::panic_bounds_check
  tail call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 noundef 1, i64 noundef %s.1, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_2) #2
  unreachable
}

; Function Attrs: cold minsize noinline noreturn nonlazybind optsize uwtable
declare void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 noundef, i64 noundef, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #1

attributes #0 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { cold minsize noinline noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { noinline noreturn }

!0 = !{i32 0, i32 1114112}
!1 = !{}
