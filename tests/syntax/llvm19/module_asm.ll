; Module-level inline assembly: one directive a line, joined with line feeds; escapes are those of strings.
module asm ".globl early_symbol"
module asm "early_symbol:"
module asm ""
module asm "\09.string \22quoted \5C backslash\22"
module asm "\09.byte 1, 2, 3 // a ; semicolon inside a string is no comment"

@between = global i8 0

module asm ".text"
module asm "a line
that runs over two source lines"
