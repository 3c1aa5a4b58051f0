; A module of comments and blank lines only.

;
;; two semicolons
   ; indented
;; "quotes", {braces}, @names and %values mean nothing here
