; Escapes in the key of a string attribute are read; LLVM 19 prints the key without escaping it.
declare void @tab_key(ptr "k\09ey"="value")
define void @f() "quote \22 key" "back\5Cslash"="v" {
  ret void
}
