; Global variables with every linkage, and the spellings of "external".
@l_private = private global i32 0
@l_internal = internal global i32 0
@l_avail = available_externally global i32 0
@l_linkonce = linkonce global i32 0
@l_linkonce_odr = linkonce_odr constant i32 0
@l_weak = weak global i32 0
@l_weak_odr = weak_odr constant i32 0
@l_common = common global i32 0
@l_appending = appending global [1 x i32] [i32 1]
@l_extern_weak = extern_weak global i32
@l_external = external global i32
@l_external_const = external constant i32
@l_default = global i32 0
@l_none = constant i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }]
@llvm.used = appending global [2 x ptr] [ptr @l_default, ptr @ctor], section "llvm.metadata"
; `external` with an initialiser is refused, so a definition says nothing.

define internal void @ctor() {
  ret void
}
