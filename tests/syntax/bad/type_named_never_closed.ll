; ERROR: 2:11: type expected
%t = type 42
