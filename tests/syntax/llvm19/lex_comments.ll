; Comments in every place where white space may be.
;
@g ; after a name
= ; after =
global ; after a word
i32 ; after a type
7 ; after a value
, ; after a comma
align ; before a number
4 ;

define ; x
i32 ; x
@f ( ; after (
  i32 ; x
  noundef ; x
  %a ; x
  , i32 %b ; x
) ; before the attributes
nounwind ; x
{ ; after {
; a comment before the first instruction
entry: ; after a label
  %s = add ; after an opcode
    nsw ; after a flag
    i32 %a ; x
    , %b ; x
  ; between instructions
  switch i32 %s, label %end [ ; in the list
    ; before a case
    i32 0, ; x
    label %end ; x
  ] ; after
end: ret i32 %s ; after the value
; before the brace
} ; after the function

!0 = !{ ; in a node
  i32 1 ; x
  , ; x
  !"; not a comment" ; x
}
!named = !{!0} ; x
attributes #0 = { ; x
  nounwind ; x
}
; the last line has no line feed