; ERROR: 2:22: hexadecimal expected
@g = global x86_fp80 1.5
