; ERROR: 3:6: scalable type in a global
; NOTE: opt-19 refuses it only in its verifier, without a position.
@g = global <vscale x 2 x i32> zeroinitializer
