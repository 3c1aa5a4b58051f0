; RUN: tollgate run %s --fn f --args <1.0e308,1.0>,<1.0e308,1.0>
; CLAUSE: Fast-Math Flags: what one lane breaks makes that lane poison
define <2 x double> @f(<2 x double> %a, <2 x double> %b) {
  %r = fadd ninf <2 x double> %a, %b
  ret <2 x double> %r
}
