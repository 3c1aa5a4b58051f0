//! The rows of the table of C library functions.
//!
//! The letters of the roles: `-` value, `r` read, `w` write, `m` modify, `R` `W` `M` the same and
//! returned, `f` freed, `h` handle, `p` called, `c` captured.

use super::{Allocation, Effect, Family, Outcome, Row};
use crate::intrinsics::Intrinsic;

/// `Some` of what a row says, `None` if it says nothing.
macro_rules! optional {
    () => {
        None
    };
    ($family:expr, $allocation:expr) => {
        Some(($family, $allocation))
    };
    ($same:expr) => {
        Some($same)
    };
}

macro_rules! routines {
    ($($variant:ident $name:literal $signature:literal $roles:literal $outcome:expr, $effect:ident
       $(, alloc $family:ident $allocation:expr)? $(, same $same:ident)?;)*) => {
        /// The C library functions that the table knows; each is described under its name in the C
        /// standard or POSIX.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u16)]
        pub enum Routine { $($variant),* }

        impl Routine {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Routine] = &[$(Routine::$variant),*];
            const ROWS: &'static [Row] = &[$(Row {
                name: $name,
                signature: $signature,
                roles: $roles,
                outcome: $outcome,
                effect: Effect::$effect,
                allocation: optional!($(Family::$family, $allocation)?),
                same_as: optional!($(Intrinsic::$same)?),
            }),*];

            pub(super) fn row(self) -> &'static Row {
                &Self::ROWS[self as usize]
            }
        }
    };
}

use Allocation::{Aligned, Bytes, CopyOfString, Release, Resize, ZeroedProduct};
use Outcome::{Argument, Into, Library, New, NewNonNull, Value};

routines! {
    Malloc "malloc" "ptr(size)" "-" New, Heap, alloc Malloc Bytes(0);
    Calloc "calloc" "ptr(size,size)" "--" New, Heap, alloc Malloc ZeroedProduct;
    Realloc "realloc" "ptr(ptr,size)" "f-" New, Heap, alloc Malloc Resize;
    AlignedAlloc "aligned_alloc" "ptr(size,size)" "--" New, Heap, alloc Malloc Aligned;
    Memalign "memalign" "ptr(size,size)" "--" New, Heap, alloc Malloc Aligned;
    Valloc "valloc" "ptr(size)" "-" New, Heap, alloc Malloc Bytes(0);
    Free "free" "void(ptr)" "f" Value, Heap, alloc Malloc Release;
    Strdup "strdup" "ptr(ptr)" "r" New, Heap, alloc Malloc CopyOfString;
    Strndup "strndup" "ptr(ptr,size)" "r-" New, Heap, alloc Malloc CopyOfString;
    OperatorNew "_Znwm" "ptr(size)" "-" NewNonNull, Heap, alloc New Bytes(0);
    OperatorNewArray "_Znam" "ptr(size)" "-" NewNonNull, Heap, alloc NewArray Bytes(0);
    OperatorDelete "_ZdlPv" "void(ptr)" "f" Value, Heap, alloc New Release;
    OperatorDeleteArray "_ZdaPv" "void(ptr)" "f" Value, Heap, alloc NewArray Release;
    OperatorDeleteSized "_ZdlPvm" "void(ptr,size)" "f-" Value, Heap, alloc New Release;
    OperatorDeleteArraySized "_ZdaPvm" "void(ptr,size)" "f-" Value, Heap, alloc NewArray Release;
    Strlen "strlen" "size(ptr)" "r" Value, Arguments;
    Strnlen "strnlen" "size(ptr,size)" "r-" Value, Arguments;
    Wcslen "wcslen" "size(ptr)" "r" Value, Arguments;
    Strcmp "strcmp" "i32(ptr,ptr)" "rr" Value, Arguments;
    Strncmp "strncmp" "i32(ptr,ptr,size)" "rr-" Value, Arguments;
    Memcmp "memcmp" "i32(ptr,ptr,size)" "rr-" Value, Arguments;
    Bcmp "bcmp" "i32(ptr,ptr,size)" "rr-" Value, Arguments;
    Strcasecmp "strcasecmp" "i32(ptr,ptr)" "rr" Value, ReadsState;
    Strncasecmp "strncasecmp" "i32(ptr,ptr,size)" "rr-" Value, ReadsState;
    Strcoll "strcoll" "i32(ptr,ptr)" "rr" Value, ReadsState;
    Strxfrm "strxfrm" "size(ptr,ptr,size)" "wr-" Value, ReadsState;
    Strcpy "strcpy" "ptr(ptr,ptr)" "Wr" Argument(0), Arguments;
    Strncpy "strncpy" "ptr(ptr,ptr,size)" "Wr-" Argument(0), Arguments;
    Strcat "strcat" "ptr(ptr,ptr)" "Mr" Argument(0), Arguments;
    Strncat "strncat" "ptr(ptr,ptr,size)" "Mr-" Argument(0), Arguments;
    Stpcpy "stpcpy" "ptr(ptr,ptr)" "Wr" Into(0), Arguments;
    Stpncpy "stpncpy" "ptr(ptr,ptr,size)" "Wr-" Into(0), Arguments;
    Strchr "strchr" "ptr(ptr,i32)" "R-" Into(0), Arguments;
    Strrchr "strrchr" "ptr(ptr,i32)" "R-" Into(0), Arguments;
    Strstr "strstr" "ptr(ptr,ptr)" "Rr" Into(0), Arguments;
    Strpbrk "strpbrk" "ptr(ptr,ptr)" "Rr" Into(0), Arguments;
    Strspn "strspn" "size(ptr,ptr)" "rr" Value, Arguments;
    Strcspn "strcspn" "size(ptr,ptr)" "rr" Value, Arguments;
    Strtok "strtok" "ptr(ptr,ptr)" "cr" Library, State;
    StrtokR "strtok_r" "ptr(ptr,ptr,ptr)" "crc" Library, State;
    Memcpy "memcpy" "ptr(ptr,ptr,size)" "Wr-" Argument(0), Arguments;
    Memmove "memmove" "ptr(ptr,ptr,size)" "Wr-" Argument(0), Arguments;
    Mempcpy "mempcpy" "ptr(ptr,ptr,size)" "Wr-" Into(0), Arguments;
    Memccpy "memccpy" "ptr(ptr,ptr,i32,size)" "Wr--" Into(0), Arguments;
    Memset "memset" "ptr(ptr,i32,size)" "W--" Argument(0), Arguments;
    Memchr "memchr" "ptr(ptr,i32,size)" "R--" Into(0), Arguments;
    Memrchr "memrchr" "ptr(ptr,i32,size)" "R--" Into(0), Arguments;
    Bcopy "bcopy" "void(ptr,ptr,size)" "rw-" Value, Arguments;
    Bzero "bzero" "void(ptr,size)" "w-" Value, Arguments;
    Strerror "strerror" "ptr(i32)" "-" Library, State;
    Abs "abs" "i32(i32)" "-" Value, Pure;
    Ffs "ffs" "i32(i32)" "-" Value, Pure;
    Isdigit "isdigit" "i32(i32)" "-" Value, Pure;
    Isascii "isascii" "i32(i32)" "-" Value, Pure;
    Toascii "toascii" "i32(i32)" "-" Value, Pure;
    Labs "labs" "S0(S0)" "-" Value, Pure;
    Llabs "llabs" "S0(S0)" "-" Value, Pure;
    Isalpha "isalpha" "i32(i32)" "-" Value, ReadsState;
    Isalnum "isalnum" "i32(i32)" "-" Value, ReadsState;
    Isblank "isblank" "i32(i32)" "-" Value, ReadsState;
    Iscntrl "iscntrl" "i32(i32)" "-" Value, ReadsState;
    Isgraph "isgraph" "i32(i32)" "-" Value, ReadsState;
    Islower "islower" "i32(i32)" "-" Value, ReadsState;
    Isprint "isprint" "i32(i32)" "-" Value, ReadsState;
    Ispunct "ispunct" "i32(i32)" "-" Value, ReadsState;
    Isspace "isspace" "i32(i32)" "-" Value, ReadsState;
    Isupper "isupper" "i32(i32)" "-" Value, ReadsState;
    Isxdigit "isxdigit" "i32(i32)" "-" Value, ReadsState;
    Tolower "tolower" "i32(i32)" "-" Value, ReadsState;
    Toupper "toupper" "i32(i32)" "-" Value, ReadsState;
    CtypeBLoc "__ctype_b_loc" "ptr()" "" Library, ReadsState;
    CtypeToLowerLoc "__ctype_tolower_loc" "ptr()" "" Library, ReadsState;
    CtypeToUpperLoc "__ctype_toupper_loc" "ptr()" "" Library, ReadsState;
    Atoi "atoi" "i32(ptr)" "r" Value, ReadsState;
    Atol "atol" "S0(ptr)" "r" Value, ReadsState;
    Atoll "atoll" "S0(ptr)" "r" Value, ReadsState;
    Atof "atof" "double(ptr)" "r" Value, ReadsState;
    Strtol "strtol" "S0(ptr,ptr,i32)" "cw-" Value, State;
    Strtoul "strtoul" "S0(ptr,ptr,i32)" "cw-" Value, State;
    Strtoll "strtoll" "S0(ptr,ptr,i32)" "cw-" Value, State;
    Strtoull "strtoull" "S0(ptr,ptr,i32)" "cw-" Value, State;
    Strtod "strtod" "double(ptr,ptr)" "cw" Value, State;
    Strtof "strtof" "float(ptr,ptr)" "cw" Value, State;
    Strtold "strtold" "N0(ptr,ptr)" "cw" Value, State;
    Printf "printf" "i32(ptr,...)" "r" Value, World;
    Fprintf "fprintf" "i32(ptr,ptr,...)" "hr" Value, World;
    Dprintf "dprintf" "i32(i32,ptr,...)" "-r" Value, World;
    Sprintf "sprintf" "i32(ptr,ptr,...)" "wr" Value, World;
    Snprintf "snprintf" "i32(ptr,size,ptr,...)" "w-r" Value, World;
    Vprintf "vprintf" "i32(ptr,ptr)" "rc" Value, World;
    Vfprintf "vfprintf" "i32(ptr,ptr,ptr)" "hrc" Value, World;
    Vsprintf "vsprintf" "i32(ptr,ptr,ptr)" "wrc" Value, World;
    Vsnprintf "vsnprintf" "i32(ptr,size,ptr,ptr)" "w-rc" Value, World;
    Scanf "scanf" "i32(ptr,...)" "r" Value, World;
    IsoScanf "__isoc99_scanf" "i32(ptr,...)" "r" Value, World;
    Sscanf "sscanf" "i32(ptr,ptr,...)" "rr" Value, World;
    IsoSscanf "__isoc99_sscanf" "i32(ptr,ptr,...)" "rr" Value, World;
    Fscanf "fscanf" "i32(ptr,ptr,...)" "hr" Value, World;
    IsoFscanf "__isoc99_fscanf" "i32(ptr,ptr,...)" "hr" Value, World;
    Puts "puts" "i32(ptr)" "r" Value, World;
    Putchar "putchar" "i32(i32)" "-" Value, World;
    Fputs "fputs" "i32(ptr,ptr)" "rh" Value, World;
    Fputc "fputc" "i32(i32,ptr)" "-h" Value, World;
    Putc "putc" "i32(i32,ptr)" "-h" Value, World;
    Ungetc "ungetc" "i32(i32,ptr)" "-h" Value, World;
    Getchar "getchar" "i32()" "" Value, World;
    Fgetc "fgetc" "i32(ptr)" "h" Value, World;
    Getc "getc" "i32(ptr)" "h" Value, World;
    Feof "feof" "i32(ptr)" "h" Value, World;
    Ferror "ferror" "i32(ptr)" "h" Value, World;
    Fileno "fileno" "i32(ptr)" "h" Value, World;
    Fclose "fclose" "i32(ptr)" "h" Value, World;
    Fflush "fflush" "i32(ptr)" "h" Value, World;
    Fgets "fgets" "ptr(ptr,i32,ptr)" "W-h" Into(0), World;
    Fopen "fopen" "ptr(ptr,ptr)" "rr" Library, World;
    Fdopen "fdopen" "ptr(i32,ptr)" "-r" Library, World;
    Fread "fread" "size(ptr,size,size,ptr)" "w--h" Value, World;
    Fwrite "fwrite" "size(ptr,size,size,ptr)" "r--h" Value, World;
    Fseek "fseek" "i32(ptr,S0,i32)" "h--" Value, World;
    Ftell "ftell" "S0(ptr)" "h" Value, World;
    Rewind "rewind" "void(ptr)" "h" Value, World;
    Clearerr "clearerr" "void(ptr)" "h" Value, World;
    Perror "perror" "void(ptr)" "r" Value, World;
    Remove "remove" "i32(ptr)" "r" Value, World;
    Unlink "unlink" "i32(ptr)" "r" Value, World;
    Rmdir "rmdir" "i32(ptr)" "r" Value, World;
    Chdir "chdir" "i32(ptr)" "r" Value, World;
    Rename "rename" "i32(ptr,ptr)" "rr" Value, World;
    Tmpfile "tmpfile" "ptr()" "" Library, World;
    Read "read" "size(i32,ptr,size)" "-w-" Value, World;
    Write "write" "size(i32,ptr,size)" "-r-" Value, World;
    Open "open" "i32(ptr,i32,...)" "r-" Value, World;
    Close "close" "i32(i32)" "-" Value, World;
    Access "access" "i32(ptr,i32)" "r-" Value, World;
    Getpid "getpid" "i32()" "" Value, World;
    Sleep "sleep" "i32(i32)" "-" Value, World;
    Usleep "usleep" "i32(i32)" "-" Value, World;
    Isatty "isatty" "i32(i32)" "-" Value, World;
    Getenv "getenv" "ptr(ptr)" "r" Library, World;
    System "system" "i32(ptr)" "r" Value, World;
    ErrnoLocation "__errno_location" "ptr()" "" Library, State;
    Exit "exit" "void(i32)" "-" Value, Exit;
    UnderscoreCapitalExit "_Exit" "void(i32)" "-" Value, Abort;
    UnderscoreExit "_exit" "void(i32)" "-" Value, Abort;
    Abort "abort" "void()" "" Value, Abort;
    AssertFail "__assert_fail" "void(ptr,ptr,i32,ptr)" "rr-r" Value, Abort;
    Atexit "atexit" "i32(ptr)" "c" Value, World;
    Qsort "qsort" "void(ptr,size,size,ptr)" "c--p" Value, Callback;
    Bsearch "bsearch" "ptr(ptr,ptr,size,size,ptr)" "cc--p" Library, Callback;
    Rand "rand" "i32()" "" Value, State;
    Srand "srand" "void(i32)" "-" Value, State;
    Random "random" "S0()" "" Value, State;
    Srandom "srandom" "void(i32)" "-" Value, State;
    RandR "rand_r" "i32(ptr)" "m" Value, State;
    Time "time" "S0(ptr)" "w" Value, World;
    Clock "clock" "S0()" "" Value, World;
    Difftime "difftime" "double(S0,S0)" "--" Value, Pure;
    Gettimeofday "gettimeofday" "i32(ptr,ptr)" "ww" Value, World;
    ClockGettime "clock_gettime" "i32(i32,ptr)" "-w" Value, World;
    Mktime "mktime" "S0(ptr)" "m" Value, State;
    Localtime "localtime" "ptr(ptr)" "r" Library, State;
    Gmtime "gmtime" "ptr(ptr)" "r" Library, State;
    Setlocale "setlocale" "ptr(i32,ptr)" "-r" Library, State;
    Fabs "fabs" "double(double)" "-" Value, Pure, same FAbs;
    Fabsf "fabsf" "float(float)" "-" Value, Pure, same FAbs;
    Fabsl "fabsl" "N0(N0)" "-" Value, Pure, same FAbs;
    Floor "floor" "double(double)" "-" Value, Pure, same Floor;
    Floorf "floorf" "float(float)" "-" Value, Pure, same Floor;
    Floorl "floorl" "N0(N0)" "-" Value, Pure, same Floor;
    Ceil "ceil" "double(double)" "-" Value, Pure, same Ceil;
    Ceilf "ceilf" "float(float)" "-" Value, Pure, same Ceil;
    Ceill "ceill" "N0(N0)" "-" Value, Pure, same Ceil;
    Trunc "trunc" "double(double)" "-" Value, Pure, same Trunc;
    Truncf "truncf" "float(float)" "-" Value, Pure, same Trunc;
    Truncl "truncl" "N0(N0)" "-" Value, Pure, same Trunc;
    Round "round" "double(double)" "-" Value, Pure, same Round;
    Roundf "roundf" "float(float)" "-" Value, Pure, same Round;
    Roundl "roundl" "N0(N0)" "-" Value, Pure, same Round;
    Roundeven "roundeven" "double(double)" "-" Value, Pure, same RoundEven;
    Roundevenf "roundevenf" "float(float)" "-" Value, Pure, same RoundEven;
    Roundevenl "roundevenl" "N0(N0)" "-" Value, Pure, same RoundEven;
    Rint "rint" "double(double)" "-" Value, Pure, same RInt;
    Rintf "rintf" "float(float)" "-" Value, Pure, same RInt;
    Rintl "rintl" "N0(N0)" "-" Value, Pure, same RInt;
    Nearbyint "nearbyint" "double(double)" "-" Value, Pure, same NearbyInt;
    Nearbyintf "nearbyintf" "float(float)" "-" Value, Pure, same NearbyInt;
    Nearbyintl "nearbyintl" "N0(N0)" "-" Value, Pure, same NearbyInt;
    Copysign "copysign" "double(double,double)" "--" Value, Pure, same CopySign;
    Copysignf "copysignf" "float(float,float)" "--" Value, Pure, same CopySign;
    Copysignl "copysignl" "N0(N0,N0)" "--" Value, Pure, same CopySign;
    Fmin "fmin" "double(double,double)" "--" Value, Pure, same MinNum;
    Fminf "fminf" "float(float,float)" "--" Value, Pure, same MinNum;
    Fminl "fminl" "N0(N0,N0)" "--" Value, Pure, same MinNum;
    Fmax "fmax" "double(double,double)" "--" Value, Pure, same MaxNum;
    Fmaxf "fmaxf" "float(float,float)" "--" Value, Pure, same MaxNum;
    Fmaxl "fmaxl" "N0(N0,N0)" "--" Value, Pure, same MaxNum;
    Sqrt "sqrt" "double(double)" "-" Value, Errno, same Sqrt;
    Sqrtf "sqrtf" "float(float)" "-" Value, Errno, same Sqrt;
    Sqrtl "sqrtl" "N0(N0)" "-" Value, Errno, same Sqrt;
    Fma "fma" "double(double,double,double)" "---" Value, Errno, same Fma;
    Fmaf "fmaf" "float(float,float,float)" "---" Value, Errno, same Fma;
    Fmal "fmal" "N0(N0,N0,N0)" "---" Value, Errno, same Fma;
    Sin "sin" "double(double)" "-" Value, Errno;
    Sinf "sinf" "float(float)" "-" Value, Errno;
    Sinl "sinl" "N0(N0)" "-" Value, Errno;
    Cos "cos" "double(double)" "-" Value, Errno;
    Cosf "cosf" "float(float)" "-" Value, Errno;
    Cosl "cosl" "N0(N0)" "-" Value, Errno;
    Tan "tan" "double(double)" "-" Value, Errno;
    Tanf "tanf" "float(float)" "-" Value, Errno;
    Tanl "tanl" "N0(N0)" "-" Value, Errno;
    Asin "asin" "double(double)" "-" Value, Errno;
    Asinf "asinf" "float(float)" "-" Value, Errno;
    Asinl "asinl" "N0(N0)" "-" Value, Errno;
    Acos "acos" "double(double)" "-" Value, Errno;
    Acosf "acosf" "float(float)" "-" Value, Errno;
    Acosl "acosl" "N0(N0)" "-" Value, Errno;
    Atan "atan" "double(double)" "-" Value, Errno;
    Atanf "atanf" "float(float)" "-" Value, Errno;
    Atanl "atanl" "N0(N0)" "-" Value, Errno;
    Sinh "sinh" "double(double)" "-" Value, Errno;
    Sinhf "sinhf" "float(float)" "-" Value, Errno;
    Sinhl "sinhl" "N0(N0)" "-" Value, Errno;
    Cosh "cosh" "double(double)" "-" Value, Errno;
    Coshf "coshf" "float(float)" "-" Value, Errno;
    Coshl "coshl" "N0(N0)" "-" Value, Errno;
    Tanh "tanh" "double(double)" "-" Value, Errno;
    Tanhf "tanhf" "float(float)" "-" Value, Errno;
    Tanhl "tanhl" "N0(N0)" "-" Value, Errno;
    Asinh "asinh" "double(double)" "-" Value, Errno;
    Asinhf "asinhf" "float(float)" "-" Value, Errno;
    Asinhl "asinhl" "N0(N0)" "-" Value, Errno;
    Acosh "acosh" "double(double)" "-" Value, Errno;
    Acoshf "acoshf" "float(float)" "-" Value, Errno;
    Acoshl "acoshl" "N0(N0)" "-" Value, Errno;
    Atanh "atanh" "double(double)" "-" Value, Errno;
    Atanhf "atanhf" "float(float)" "-" Value, Errno;
    Atanhl "atanhl" "N0(N0)" "-" Value, Errno;
    Exp "exp" "double(double)" "-" Value, Errno;
    Expf "expf" "float(float)" "-" Value, Errno;
    Expl "expl" "N0(N0)" "-" Value, Errno;
    Exp2 "exp2" "double(double)" "-" Value, Errno;
    Exp2f "exp2f" "float(float)" "-" Value, Errno;
    Exp2l "exp2l" "N0(N0)" "-" Value, Errno;
    Expm1 "expm1" "double(double)" "-" Value, Errno;
    Expm1f "expm1f" "float(float)" "-" Value, Errno;
    Expm1l "expm1l" "N0(N0)" "-" Value, Errno;
    Log "log" "double(double)" "-" Value, Errno;
    Logf "logf" "float(float)" "-" Value, Errno;
    Logl "logl" "N0(N0)" "-" Value, Errno;
    Log2 "log2" "double(double)" "-" Value, Errno;
    Log2f "log2f" "float(float)" "-" Value, Errno;
    Log2l "log2l" "N0(N0)" "-" Value, Errno;
    Log10 "log10" "double(double)" "-" Value, Errno;
    Log10f "log10f" "float(float)" "-" Value, Errno;
    Log10l "log10l" "N0(N0)" "-" Value, Errno;
    Log1p "log1p" "double(double)" "-" Value, Errno;
    Log1pf "log1pf" "float(float)" "-" Value, Errno;
    Log1pl "log1pl" "N0(N0)" "-" Value, Errno;
    Logb "logb" "double(double)" "-" Value, Errno;
    Logbf "logbf" "float(float)" "-" Value, Errno;
    Logbl "logbl" "N0(N0)" "-" Value, Errno;
    Cbrt "cbrt" "double(double)" "-" Value, Errno;
    Cbrtf "cbrtf" "float(float)" "-" Value, Errno;
    Cbrtl "cbrtl" "N0(N0)" "-" Value, Errno;
    Erf "erf" "double(double)" "-" Value, Errno;
    Erff "erff" "float(float)" "-" Value, Errno;
    Erfl "erfl" "N0(N0)" "-" Value, Errno;
    Erfc "erfc" "double(double)" "-" Value, Errno;
    Erfcf "erfcf" "float(float)" "-" Value, Errno;
    Erfcl "erfcl" "N0(N0)" "-" Value, Errno;
    Tgamma "tgamma" "double(double)" "-" Value, Errno;
    Tgammaf "tgammaf" "float(float)" "-" Value, Errno;
    Tgammal "tgammal" "N0(N0)" "-" Value, Errno;
    Atan2 "atan2" "double(double,double)" "--" Value, Errno;
    Atan2f "atan2f" "float(float,float)" "--" Value, Errno;
    Atan2l "atan2l" "N0(N0,N0)" "--" Value, Errno;
    Pow "pow" "double(double,double)" "--" Value, Errno;
    Powf "powf" "float(float,float)" "--" Value, Errno;
    Powl "powl" "N0(N0,N0)" "--" Value, Errno;
    Fmod "fmod" "double(double,double)" "--" Value, Errno;
    Fmodf "fmodf" "float(float,float)" "--" Value, Errno;
    Fmodl "fmodl" "N0(N0,N0)" "--" Value, Errno;
    Remainder "remainder" "double(double,double)" "--" Value, Errno;
    Remainderf "remainderf" "float(float,float)" "--" Value, Errno;
    Remainderl "remainderl" "N0(N0,N0)" "--" Value, Errno;
    Hypot "hypot" "double(double,double)" "--" Value, Errno;
    Hypotf "hypotf" "float(float,float)" "--" Value, Errno;
    Hypotl "hypotl" "N0(N0,N0)" "--" Value, Errno;
    Fdim "fdim" "double(double,double)" "--" Value, Errno;
    Fdimf "fdimf" "float(float,float)" "--" Value, Errno;
    Fdiml "fdiml" "N0(N0,N0)" "--" Value, Errno;
    Nextafter "nextafter" "double(double,double)" "--" Value, Errno;
    Nextafterf "nextafterf" "float(float,float)" "--" Value, Errno;
    Nextafterl "nextafterl" "N0(N0,N0)" "--" Value, Errno;
    Ldexp "ldexp" "double(double,i32)" "--" Value, Errno;
    Scalbn "scalbn" "double(double,i32)" "--" Value, Errno;
    Frexp "frexp" "double(double,ptr)" "-w" Value, Arguments;
    Modf "modf" "double(double,ptr)" "-w" Value, Arguments;
    Ilogb "ilogb" "i32(double)" "-" Value, Errno;
    Lrint "lrint" "S0(double)" "-" Value, Errno;
    Lround "lround" "S0(double)" "-" Value, Errno;
    Llrint "llrint" "S0(double)" "-" Value, Errno;
    Llround "llround" "S0(double)" "-" Value, Errno;
    Ldexpf "ldexpf" "float(float,i32)" "--" Value, Errno;
    Scalbnf "scalbnf" "float(float,i32)" "--" Value, Errno;
    Frexpf "frexpf" "float(float,ptr)" "-w" Value, Arguments;
    Modff "modff" "float(float,ptr)" "-w" Value, Arguments;
    Ilogbf "ilogbf" "i32(float)" "-" Value, Errno;
    Lrintf "lrintf" "S0(float)" "-" Value, Errno;
    Lroundf "lroundf" "S0(float)" "-" Value, Errno;
    Llrintf "llrintf" "S0(float)" "-" Value, Errno;
    Llroundf "llroundf" "S0(float)" "-" Value, Errno;
    Ldexpl "ldexpl" "N0(N0,i32)" "--" Value, Errno;
    Scalbnl "scalbnl" "N0(N0,i32)" "--" Value, Errno;
    Frexpl "frexpl" "N0(N0,ptr)" "-w" Value, Arguments;
    Modfl "modfl" "N0(N0,ptr)" "-w" Value, Arguments;
    Ilogbl "ilogbl" "i32(N0)" "-" Value, Errno;
    Lrintl "lrintl" "S0(N1)" "-" Value, Errno;
    Lroundl "lroundl" "S0(N1)" "-" Value, Errno;
    Llrintl "llrintl" "S0(N1)" "-" Value, Errno;
    Llroundl "llroundl" "S0(N1)" "-" Value, Errno;
}
