; ERROR: 3:18: too many digits
; NOTE: opt-19 accepts it and keeps the low bits.
@g = global half 0xH12345
