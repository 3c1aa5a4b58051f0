; ERROR: 2:26: pointer to void
@g = external global void*
