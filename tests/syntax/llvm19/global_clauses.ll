; Clauses after the initialiser: section, partition, comdat, align, code_model, sanitiser words, metadata, attributes.
$own = comdat any
$shared = comdat any

@sec = global i32 0, section "my section,\22odd\22"
@part = global i32 0, partition "part1"
@al = global i32 0, align 32
@al_huge = global i32 0, align 4294967296
@own = global i32 0, comdat
@other = global i32 0, comdat($shared)
@cm_tiny = global i32 0, code_model "tiny"
@cm_small = global i32 0, code_model "small"
@cm_kernel = global i32 0, code_model "kernel"
@cm_medium = global i32 0, code_model "medium"
@cm_large = global i32 0, code_model "large"
@san1 = global i32 0, no_sanitize_address
@san2 = global i32 0, no_sanitize_hwaddress
@san3 = global i32 0, sanitize_memtag
@san4 = global i32 0, sanitize_address_dyninit
@san_all = global i32 0, no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit
@md = global i32 0, !tag !0, !other.tag !1
@md_inline = global i32 0, !tag !{i32 5}
@attr = global i32 0 #0
@attr2 = global i32 0, align 4 #0 #1
@attr_string = global i32 0, section "s" "key" "novalue"="v"
; The order as it is printed.
@all = weak global i32 0, section "s", partition "p", code_model "small", no_sanitize_address, comdat($shared), align 8, !tag !0 #1
; Any order is read.
@shuffled = weak global i32 0, !tag !0, align 8, comdat($shared), sanitize_memtag, section "s", align 16
@ext = external global i32, section "t", align 2, !tag !1
@zero_sized = global {} zeroinitializer, align 1

attributes #0 = { "bss-section"="b.sec" "data-section"="d.sec" }
attributes #1 = { "rodata-section"="r.sec" "toc-data" }

!0 = !{!"a node"}
!1 = !{}
