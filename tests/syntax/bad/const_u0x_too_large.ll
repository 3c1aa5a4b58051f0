; ERROR: 3:16: does not fit
; NOTE: opt-19 accepts it and keeps the low bits.
@g = global i8 u0x100
