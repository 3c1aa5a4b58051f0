; indirectbr with blockaddress, and the empty list.
@table = internal constant [2 x ptr] [ptr blockaddress(@jump, %first), ptr blockaddress(@jump, %second)]

define i32 @jump(i64 %i) {
entry:
  %slot = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
  %to = load ptr, ptr %slot, align 8
  indirectbr ptr %to, [label %first, label %second]

first:
  indirectbr ptr blockaddress(@jump, %second), [label %second, label %second, label %first], !note !0

second:
  %other = select i1 true, ptr blockaddress(@jump, %first), ptr blockaddress(@elsewhere, %place)
  indirectbr ptr %other, []
}

define void @elsewhere() {
  br label %place

place:
  ret void
}

!0 = !{}
