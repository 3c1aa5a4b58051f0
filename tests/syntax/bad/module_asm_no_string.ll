; ERROR: 2:12: string expected
module asm nop
