; ERROR: 3:1: alias cycle
; NOTE: opt-19 refuses it only in its verifier, without a position.
@a = alias i32, ptr @a
