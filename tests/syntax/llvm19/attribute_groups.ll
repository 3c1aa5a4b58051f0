; Attribute groups: shared, several at once, mixed with words, defined before or after their use, never defined (no attributes).
attributes #7 = { nounwind }

declare void @one() #0
declare void @two() #0 #1
declare void @mixed() noinline #0 "own"="word" #1 cold
declare void @never_defined() #3
declare void @early() #7
define void @calls() #2 {
  call void @one() #0
  call void @two() #1 #0
  call void @mixed() nounwind #3
  call void @one() "call-site"
  ret void
}

attributes #0 = { nounwind willreturn }
attributes #1 = { "text" "key"="value" memory(read) }
; In a group the values of alignment come with "=".
attributes #2 = { alignstack=16 uwtable(async) vscale_range(1,16) noinline
  "a line"="of its own"
  ; even a comment
  "frame-pointer"="none" }
; A group given twice: the later one replaces the earlier one.
attributes #0 = { cold }
attributes #12 = { memory(argmem: read, inaccessiblemem: write) allockind("alloc,zeroed") }
