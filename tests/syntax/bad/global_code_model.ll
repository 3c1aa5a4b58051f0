; ERROR: 2:31: unknown code model
@g = global i32 1, code_model "vast"
