; Target extension types and x86_amx.
%image = type { target("spirv.Image", float, 1, 0, 0, 0, 0, 0, 0), i32 }
@image_slot = external global %image
@zero_ext = global target("spirv.DeviceEvent") zeroinitializer

declare target("spirv.Sampler") @sampler()
declare void @count(target("aarch64.svcount"))
declare void @both(target("unknown.ext", i32, { i8, ptr }, 3, 4), target("only.ints", 7, 8), target("only.types", void, half))
declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

define target("aarch64.svcount") @load_count(ptr %p) {
  %v = load target("aarch64.svcount"), ptr %p, align 2
  ret target("aarch64.svcount") %v
}

define void @amx(ptr %p) {
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %p, i64 64, x86_amx %t)
  ret void
}

define target("spirv.Sampler") @poisoned() {
  ret target("spirv.Sampler") poison
}
