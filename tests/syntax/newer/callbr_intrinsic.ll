; Read by LLVM 22, not by 19: callbr of an intrinsic instead of inline assembly.
declare void @llvm.amdgcn.kill(i1)
declare void @llvm.amdgcn.unreachable()

define void @f(i1 %c) {
  callbr void @llvm.amdgcn.kill(i1 %c)
          to label %alive [label %dead]

alive:
  ret void

dead:
  call void @llvm.amdgcn.unreachable()
  unreachable
}
