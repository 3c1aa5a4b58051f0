; Comdats of each kind, on variables and functions, own and other name, quoted, used before definition.
@first = global i32 0, comdat($later)

$c_any = comdat any
$c_exact = comdat exactmatch
$c_largest = comdat largest
$c_nodedup = comdat nodeduplicate
$c_same = comdat samesize
$later = comdat any
$"quoted comdat" = comdat any
$"with \22 quote" = comdat any
$-dash.dot$_ = comdat any
$f = comdat any
$unused = comdat any

@c_any = global i32 0, comdat
@c_exact = global i32 0, comdat
@c_largest = global i32 0, comdat
@c_nodedup = global i32 0, comdat
@c_same = global i32 0, comdat
@"quoted comdat" = global i32 0, comdat
@q = global i32 0, comdat($"with \22 quote")
@r = linkonce_odr global i32 0, section "s", comdat($-dash.dot$_), align 4

define linkonce_odr void @f() comdat {
  ret void
}

define linkonce_odr void @g() comdat($f) align 16 {
  ret void
}
