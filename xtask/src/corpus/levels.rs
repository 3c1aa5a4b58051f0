//! The levels at which C is compiled, and what each asks of clang.

use clap::ValueEnum;

/// A configuration for compiling a C file. The name is the directory the modules go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum Level {
    /// No optimisation, but without the `optnone` attribute, so that single passes can be run on
    /// it.
    #[value(name = "O0")]
    O0,
    /// `-O1`.
    #[value(name = "O1")]
    O1,
    /// `-O2`.
    #[value(name = "O2")]
    O2,
    /// `-O3`.
    #[value(name = "O3")]
    O3,
    /// `-O2` with debug information.
    #[value(name = "O2g")]
    O2g,
    /// `-O0` with debug information; of a few libraries only, because it is the largest text of
    /// all.
    #[value(name = "O0g")]
    O0g,
}

impl Level {
    /// All of them, in the order in which they are made.
    pub const ALL: [Level; 6] =
        [Level::O0, Level::O1, Level::O2, Level::O3, Level::O2g, Level::O0g];

    /// The name of its directory.
    pub fn name(self) -> &'static str {
        match self {
            Level::O0 => "O0",
            Level::O1 => "O1",
            Level::O2 => "O2",
            Level::O3 => "O3",
            Level::O2g => "O2g",
            Level::O0g => "O0g",
        }
    }

    /// The options of clang. The compilation directory is given as `.`, so that the same source
    /// gives the same bytes wherever the repository lies.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Level::O0 => &["-O0", "-Xclang", "-disable-O0-optnone"],
            Level::O1 => &["-O1"],
            Level::O2 => &["-O2"],
            Level::O3 => &["-O3"],
            Level::O2g => &["-O2", "-g", "-fdebug-compilation-dir=."],
            Level::O0g => {
                &["-O0", "-Xclang", "-disable-O0-optnone", "-g", "-fdebug-compilation-dir=."]
            }
        }
    }
}
