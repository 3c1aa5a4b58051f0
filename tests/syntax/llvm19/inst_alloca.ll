; Every form of alloca.
target datalayout = "A0"
%t = type { i32, [3 x i8] }

define void @forms(i32 %n, i64 %m) {
  %1 = alloca i32
  %2 = alloca i32, align 16
  %3 = alloca i32, i32 %n
  %4 = alloca i32, i64 %m, align 8
  %5 = alloca %t, i32 1, align 4
  %6 = alloca [4 x ptr], align 8
  %7 = alloca i8, i8 3
  %8 = alloca <4 x float>, align 32
  %9 = alloca <vscale x 2 x i64>, align 16
  %10 = alloca i32, align 4, !note !0
  %11 = alloca i32, addrspace(0)
  %12 = alloca i32, i32 4, align 4, addrspace(0)
  %13 = alloca {}, align 1
  %14 = alloca i1, i1 true
  ret void
}

define void @other_space() {
  %a = alloca i32, align 4, addrspace(5)
  %b = alloca i32, addrspace(5)
  %c = alloca i32, i32 2, align 4, addrspace(5), !note !0
  ret void
}

define swiftcc void @swift_error() {
  %e = alloca swifterror ptr, align 8
  store ptr null, ptr %e, align 8
  call swiftcc void @may_fail(ptr swifterror %e)
  ret void
}

define void @in_alloca() {
  %m = call ptr @llvm.stacksave.p0()
  %a = alloca inalloca %t, align 4
  call void @takes_memory(ptr inalloca(%t) %a)
  call void @llvm.stackrestore.p0(ptr %m)
  ret void
}

declare swiftcc void @may_fail(ptr swifterror)
declare void @takes_memory(ptr inalloca(%t))
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

!0 = !{}
