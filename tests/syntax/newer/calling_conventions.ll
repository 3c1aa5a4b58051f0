; New in LLVM 20 to 22: calling conventions by name.
declare amdgpu_gfx_whole_wave i32 @whole_wave(i1, i32)
declare cheriot_compartmentcallcc i32 @compartment(i32)
declare cheriot_compartmentcalleecc i32 @callee(i32)
declare cheriot_librarycallcc i32 @library(i32)
declare riscv_vls_cc(128) void @vls_128(<8 x i32>)
declare riscv_vls_cc(32) void @vls_32(<8 x i32>)
declare riscv_vls_cc(65536) void @vls_65536(<8 x i32>)
declare cc 112 void @number(i32)

define void @calls(<8 x i32> %v) {
  call riscv_vls_cc(32) void @vls_32(<8 x i32> %v)
  call cheriot_librarycallcc i32 @library(i32 1)
  ret void
}
