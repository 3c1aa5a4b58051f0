; ERROR: 2:20: bad number
@g = global double 0xK
