; ERROR: 2:20: type mismatch
@g = global double 0xH3C00
