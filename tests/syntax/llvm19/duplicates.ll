; Things said twice: which are added, which are replaced.
; Named metadata is appended to: two operands.
!list = !{!0}
!list = !{!1}

; Attachments of one kind add up on functions and globals, and replace each other on instructions.
@g = global i32 0, !tag !0, !tag !1
define i32 @f(i32 %x) !tag !0 !tag !1 {
  %y = add i32 %x, 1, !tag !0, !tag !1
  ret i32 %y
}

; The last value of a string attribute counts, and the last alignment.
declare void @strings() "key"="1" nounwind "key"="2" nounwind
declare void @aligned() align 4 nounwind align 8

; The alignment of a group wins over the one of the header.
declare void @grouped() #0 align 8
attributes #0 = { align=16 nounwind }

!0 = !{}
!1 = !{i32 1}
