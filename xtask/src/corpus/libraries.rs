//! The C libraries of the corpus: which published crate carries the source, which of its files are
//! compiled, and how.
//!
//! A row says everything there is to say about a library. Paths are relative to the crate's
//! directory. The text of the libraries never enters this repository: cargo fetches the crates when
//! the corpus is made.

/// A C library that a published crate carries.
#[derive(Debug)]
pub struct Library {
    /// What we call it: the name of its directory.
    pub name: &'static str,
    /// The crate that carries it.
    pub package: &'static str,
    /// The exact version of that crate.
    pub version: &'static str,
    /// The files to compile; the last component may hold one `*`.
    pub files: &'static [&'static str],
    /// Files among those that are left out, each with the reason.
    pub without: &'static [(&'static str, &'static str)],
    /// Flags for clang. `{config}` is where the headers below are written, `{NAME}` the directory
    /// of the crate `NAME`.
    pub flags: &'static [&'static str],
    /// Headers that the library's own build would have generated.
    pub headers: &'static [Header],
    /// Whether `--quick` takes it.
    pub quick: bool,
    /// Whether it is also compiled at `-O0 -g`.
    pub debug_unoptimised: bool,
}

/// A header that is made when the corpus is made.
#[derive(Debug)]
pub struct Header {
    /// Its file name.
    pub name: &'static str,
    /// Where its text comes from.
    pub text: HeaderText,
}

/// The source of a made header.
#[derive(Debug)]
pub enum HeaderText {
    /// These lines.
    Lines(&'static [&'static str]),
    /// A copy of a file of the crate.
    CopyOf(&'static str),
}

const INCLUDED_ELSEWHERE: &str = "a fragment that other files include";
const SPECIAL_INSTRUCTIONS: &str = "written for the vector instructions of one processor";
const NEEDS_THREADS: &str = "needs threads, which the crate's configuration switches off";
const TEST_PROGRAM: &str =
    "a test program that does not compile against the crate's renamed symbols";
const NOT_THE_LIBRARY: &str = "a program to test or generate the library, not part of it";

/// Every C library of the corpus. The quick ones come first.
pub const LIBRARIES: &[Library] = &[
    Library {
        name: "sqlite3",
        package: "libsqlite3-sys",
        version: "0.35.0",
        files: &["sqlite3/sqlite3.c"],
        without: &[],
        flags: &[],
        headers: &[],
        quick: true,
        debug_unoptimised: false,
    },
    Library {
        name: "bzip2",
        package: "bzip2-sys",
        version: "0.1.13",
        files: &["bzip2-1.0.8/*.c"],
        without: &[],
        flags: &["-D_FILE_OFFSET_BITS=64"],
        headers: &[],
        quick: true,
        debug_unoptimised: true,
    },
    Library {
        name: "zlib",
        package: "libz-sys",
        version: "1.1.22",
        files: &["src/zlib/*.c"],
        without: &[],
        flags: &["-DHAVE_UNISTD_H"],
        headers: &[],
        quick: true,
        debug_unoptimised: true,
    },
    Library {
        name: "lua",
        package: "lua-src",
        version: "547.0.0",
        files: &["lua-5.4.7/*.c"],
        without: &[],
        flags: &["-DLUA_USE_POSIX"],
        headers: &[],
        quick: true,
        debug_unoptimised: true,
    },
    Library {
        name: "zstd",
        package: "zstd-sys",
        version: "2.0.15",
        files: &[
            "zstd/lib/common/*.c",
            "zstd/lib/compress/*.c",
            "zstd/lib/decompress/*.c",
            "zstd/lib/deprecated/*.c",
            "zstd/lib/dictBuilder/*.c",
            "zstd/lib/legacy/*.c",
        ],
        without: &[],
        flags: &["-DZSTD_DISABLE_ASM", "-DZSTD_LEGACY_SUPPORT=1"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "lz4",
        package: "lz4-sys",
        version: "1.11.1",
        files: &["liblz4/lib/*.c"],
        without: &[],
        flags: &[],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "brotli",
        package: "brotlic-sys",
        version: "0.2.2",
        files: &["brotli/c/common/*.c", "brotli/c/dec/*.c", "brotli/c/enc/*.c"],
        without: &[],
        flags: &["-Ibrotli/c/include"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "libdeflate",
        package: "libdeflate-sys",
        version: "1.24.0",
        files: &["libdeflate/lib/*.c"],
        without: &[],
        flags: &["-Ilibdeflate"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "liblzma",
        package: "liblzma-sys",
        version: "0.4.4",
        files: &[
            "xz/src/liblzma/check/*.c",
            "xz/src/liblzma/common/*.c",
            "xz/src/liblzma/delta/*.c",
            "xz/src/liblzma/lz/*.c",
            "xz/src/liblzma/lzma/*.c",
            "xz/src/liblzma/rangecoder/*.c",
            "xz/src/liblzma/simple/*.c",
        ],
        without: &[
            (
                "xz/src/liblzma/check/crc32_small.c",
                "another form of crc32_fast.c, which is compiled",
            ),
            ("xz/src/liblzma/common/*_mt.c", NEEDS_THREADS),
        ],
        flags: &[
            "-DHAVE_CONFIG_H=1",
            "-I.",
            "-Ixz/src/common",
            "-Ixz/src/liblzma/api",
            "-Ixz/src/liblzma/check",
            "-Ixz/src/liblzma/common",
            "-Ixz/src/liblzma/delta",
            "-Ixz/src/liblzma/lz",
            "-Ixz/src/liblzma/lzma",
            "-Ixz/src/liblzma/rangecoder",
            "-Ixz/src/liblzma/simple",
        ],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "mozjpeg",
        package: "mozjpeg-sys",
        version: "2.2.3",
        files: &[
            "vendor/j*.c",
            "vendor/transupp.c",
            "vendor/turbojpeg.c",
            "vendor/rd*.c",
            "vendor/wr*.c",
        ],
        without: &[
            ("vendor/jccolext.c", INCLUDED_ELSEWHERE),
            ("vendor/jdcolext.c", INCLUDED_ELSEWHERE),
            ("vendor/jdcol565.c", INCLUDED_ELSEWHERE),
            ("vendor/jdmrgext.c", INCLUDED_ELSEWHERE),
            ("vendor/jdmrg565.c", INCLUDED_ELSEWHERE),
            ("vendor/jstdhuff.c", INCLUDED_ELSEWHERE),
        ],
        flags: &["-I{config}", "-Ivendor"],
        headers: &[
            Header {
                name: "jconfig.h",
                text: HeaderText::Lines(&[
                    "#define JPEG_LIB_VERSION 62",
                    "#define LIBJPEG_TURBO_VERSION 0",
                    "#define LIBJPEG_TURBO_VERSION_NUMBER 0",
                    "#define BITS_IN_JSAMPLE 8",
                    "#define C_ARITH_CODING_SUPPORTED 1",
                    "#define D_ARITH_CODING_SUPPORTED 1",
                    "#define MEM_SRCDST_SUPPORTED 1",
                ]),
            },
            Header {
                name: "jconfigint.h",
                text: HeaderText::Lines(&[
                    "#define BUILD \"\"",
                    "#define PACKAGE_NAME \"mozjpeg\"",
                    "#define VERSION \"0\"",
                    "#define INLINE inline",
                    "#define HIDDEN",
                    "#define THREAD_LOCAL __thread",
                    "#define FALLTHROUGH",
                    "#define SIZEOF_SIZE_T 8",
                    "#define HAVE_BUILTIN_CTZL 1",
                ]),
            },
            Header {
                name: "jversion.h",
                text: HeaderText::Lines(&[
                    "#define JVERSION \"0\"",
                    "#define JCOPYRIGHT \"\"",
                    "#define JCOPYRIGHT_SHORT \"\"",
                ]),
            },
        ],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "libwebp",
        package: "libwebp-sys",
        version: "0.13.1",
        files: &[
            "vendor/sharpyuv/*.c",
            "vendor/src/dec/*.c",
            "vendor/src/demux/*.c",
            "vendor/src/dsp/*.c",
            "vendor/src/enc/*.c",
            "vendor/src/mux/*.c",
            "vendor/src/utils/*.c",
        ],
        without: &[
            ("vendor/src/dsp/*_sse2.c", SPECIAL_INSTRUCTIONS),
            ("vendor/src/dsp/*_sse41.c", SPECIAL_INSTRUCTIONS),
            ("vendor/src/dsp/*_avx2.c", SPECIAL_INSTRUCTIONS),
            ("vendor/src/dsp/*_neon.c", SPECIAL_INSTRUCTIONS),
            ("vendor/src/dsp/*_msa.c", SPECIAL_INSTRUCTIONS),
            ("vendor/src/dsp/*_mips32.c", SPECIAL_INSTRUCTIONS),
            ("vendor/src/dsp/*_mips_dsp_r2.c", SPECIAL_INSTRUCTIONS),
            ("vendor/sharpyuv/*_sse2.c", SPECIAL_INSTRUCTIONS),
            ("vendor/sharpyuv/*_neon.c", SPECIAL_INSTRUCTIONS),
        ],
        flags: &["-Ivendor", "-DNDEBUG"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "libpng",
        package: "libpng-sys",
        version: "1.1.9",
        files: &["vendor/*.c"],
        without: &[],
        flags: &["-I{config}", "-I{libz-sys}/src/zlib"],
        headers: &[Header {
            name: "pnglibconf.h",
            text: HeaderText::CopyOf("vendor/scripts/pnglibconf.h.prebuilt"),
        }],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "secp256k1",
        package: "secp256k1-sys",
        version: "0.11.0",
        files: &["depend/secp256k1/contrib/*.c", "depend/secp256k1/src/*.c"],
        without: &[
            ("depend/secp256k1/src/bench*.c", TEST_PROGRAM),
            ("depend/secp256k1/src/tests*.c", TEST_PROGRAM),
            ("depend/secp256k1/src/ctime_tests.c", TEST_PROGRAM),
        ],
        // The crate takes every include of stdio.h away, and with it the declaration of what the
        // checks print with.
        flags: &[
            "-include",
            "stdio.h",
            "-Idepend/secp256k1",
            "-Idepend/secp256k1/include",
            "-Idepend/secp256k1/src",
            "-DSECP256K1_API=",
            "-DENABLE_MODULE_ECDH=1",
            "-DENABLE_MODULE_SCHNORRSIG=1",
            "-DENABLE_MODULE_EXTRAKEYS=1",
            "-DENABLE_MODULE_ELLSWIFT=1",
            "-DENABLE_MODULE_RECOVERY=1",
            "-DECMULT_GEN_PREC_BITS=4",
            "-DECMULT_WINDOW_SIZE=15",
        ],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "blake3",
        package: "blake3",
        version: "1.8.2",
        files: &["c/blake3*.c"],
        without: &[
            ("c/blake3_avx*.c", SPECIAL_INSTRUCTIONS),
            ("c/blake3_sse*.c", SPECIAL_INSTRUCTIONS),
            ("c/blake3_neon.c", SPECIAL_INSTRUCTIONS),
        ],
        flags: &["-DBLAKE3_NO_SSE2", "-DBLAKE3_NO_SSE41", "-DBLAKE3_NO_AVX2", "-DBLAKE3_NO_AVX512"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "oniguruma",
        package: "onig_sys",
        version: "69.9.1",
        files: &["oniguruma/src/*.c"],
        without: &[
            ("oniguruma/src/unicode_*_data.c", INCLUDED_ELSEWHERE),
            ("oniguruma/src/unicode_property_data_posix.c", INCLUDED_ELSEWHERE),
            ("oniguruma/src/mktable.c", NOT_THE_LIBRARY),
        ],
        flags: &["-I{config}"],
        headers: &[Header {
            name: "config.h",
            text: HeaderText::Lines(&[
                "#define SIZEOF_INT 4",
                "#define SIZEOF_LONG 8",
                "#define SIZEOF_LONG_LONG 8",
                "#define SIZEOF_VOIDP 8",
                "#define HAVE_ALLOCA_H 1",
                "#define HAVE_STDINT_H 1",
                "#define HAVE_SYS_TYPES_H 1",
                "#define HAVE_UNISTD_H 1",
            ]),
        }],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "pcre2",
        package: "pcre2-sys",
        version: "0.2.9",
        files: &["upstream/src/pcre2_*.c"],
        without: &[
            ("upstream/src/pcre2_jit_match.c", INCLUDED_ELSEWHERE),
            ("upstream/src/pcre2_jit_misc.c", INCLUDED_ELSEWHERE),
            ("upstream/src/pcre2_ucptables.c", INCLUDED_ELSEWHERE),
        ],
        flags: &[
            "-Iupstream/src",
            "-Iupstream/include",
            "-DHAVE_CONFIG_H",
            "-DPCRE2_CODE_UNIT_WIDTH=8",
            "-DPCRE2_STATIC",
            "-DSUPPORT_PCRE2_8",
            "-DSUPPORT_UNICODE",
        ],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "tree-sitter",
        package: "tree-sitter",
        version: "0.25.10",
        files: &["src/*.c"],
        without: &[("src/lib.c", "includes all the other files, which are compiled one by one")],
        flags: &[
            "-Isrc",
            "-Isrc/wasm",
            "-Iinclude",
            "-D_POSIX_C_SOURCE=200112L",
            "-D_DEFAULT_SOURCE",
        ],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "quickjs",
        package: "rquickjs-sys",
        version: "0.9.0",
        files: &["quickjs/*.c"],
        without: &[
            ("quickjs/ctest.c", NOT_THE_LIBRARY),
            ("quickjs/fuzz.c", NOT_THE_LIBRARY),
            ("quickjs/interrupt-test.c", NOT_THE_LIBRARY),
            ("quickjs/run-test262.c", NOT_THE_LIBRARY),
            ("quickjs/unicode_gen.c", NOT_THE_LIBRARY),
        ],
        flags: &["-D_GNU_SOURCE"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
    Library {
        name: "expat",
        package: "expat-sys",
        version: "2.1.6",
        files: &["expat/lib/*.c"],
        without: &[
            ("expat/lib/xmltok_impl.c", INCLUDED_ELSEWHERE),
            ("expat/lib/xmltok_ns.c", INCLUDED_ELSEWHERE),
        ],
        flags: &["-DHAVE_MEMMOVE"],
        headers: &[],
        quick: false,
        debug_unoptimised: false,
    },
];

/// Whether a name fits a pattern that holds at most one `*`, which stands for any characters.
pub fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

impl Library {
    /// Why the table leaves this file out, if it does.
    pub fn left_out(&self, file: &str) -> Option<&'static str> {
        self.without.iter().find(|(pattern, _)| fits(pattern, file)).map(|&(_, reason)| reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn patterns() {
        assert!(fits("a/*.c", "a/b.c"));
        assert!(fits("a/b.c", "a/b.c"));
        assert!(!fits("a/*.c", "a/b.h"));
        assert!(!fits("ab*ba", "aba"));
    }

    #[test]
    fn names_are_unique_and_quick_ones_first() {
        let names: HashSet<_> = LIBRARIES.iter().map(|library| library.name).collect();
        assert_eq!(names.len(), LIBRARIES.len());
        assert!(LIBRARIES.is_sorted_by_key(|library| !library.quick));
        assert!(LIBRARIES.iter().any(|library| library.quick));
    }
}
