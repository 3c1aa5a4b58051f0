; ERROR: 2:19: unknown model
@g = thread_local(sometimes) global i32 1
