; ERROR: 4:1: resolver must be a function
; NOTE: opt-19 refuses it only in its verifier, without a position.
@v = global i32 0
@i = ifunc void (), ptr @v
