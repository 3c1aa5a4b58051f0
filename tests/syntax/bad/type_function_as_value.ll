; ERROR: 2:22: function type is no value
@g = external global void ()
