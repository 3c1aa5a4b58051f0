; Character arrays: escapes, embedded zero, quotes, backslashes, line feeds, high bytes, empty.
@plain = constant [6 x i8] c"hello\00"
@quote = constant [3 x i8] c"a\22b"
@backslash_hex = constant [1 x i8] c"\5C"
@backslash_two = constant [1 x i8] c"\\"
@then_quote = constant [2 x i8] c"\\\22"
@lower_hex = constant [2 x i8] c"\0a\ff"
@upper_hex = constant [2 x i8] c"\0A\FF"
@utf8_raw = constant [2 x i8] c"é"
@not_an_escape = constant [3 x i8] c"\zz"
@half_escape = constant [3 x i8] c"\4z"
@at_the_end = constant [2 x i8] c"\4"
@semicolon = constant [12 x i8] c"; no comment"
@empty = constant [0 x i8] c""
@zeros = constant [4 x i8] c"\00\00\00\00"
@tab_raw = constant [1 x i8] c"	"
@two_lines = constant [3 x i8] c"a
b"
@wide_element = constant [2 x i8] [i8 65, i8 -128]
@in_struct = constant { [2 x i8], i8 } { [2 x i8] c"ok", i8 1 }
