; Indirect functions with their resolvers.
@i0 = ifunc void (), ptr @resolver
@i1 = internal ifunc i32 (i32, ...), ptr @resolver
@i2 = weak_odr dso_local hidden ifunc void (ptr), ptr @resolver
@i3 = ifunc void (), ptr @resolver, partition "p"
@i4 = protected ifunc void (), ptr @resolver_alias
@resolver_alias = alias ptr (), ptr @resolver

define internal ptr @resolver() {
  ret ptr @implementation
}

define internal void @implementation() {
  call void @i0()
  ret void
}
