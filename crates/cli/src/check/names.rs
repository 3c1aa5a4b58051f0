//! Names of functions for people: escaped, and demangled beside what the linker sees.

use tollgate_check::visible_name;

/// Longer demangled names are cut.
const MAX_DEMANGLED: usize = 100;

/// How names are shown.
#[derive(Clone, Copy)]
pub struct Names {
    /// Whether demangled names stand beside mangled ones.
    pub demangle: bool,
}

impl Names {
    /// A name, with what it was in Rust or C++ if it is mangled.
    pub fn show(self, name: &str) -> String {
        let shown = visible_name(name);
        match self.demangle.then(|| demangled(name)).flatten() {
            Some(other) => format!("{shown} ({})", visible_name(&other)),
            None => shown,
        }
    }
}

/// What a mangled name was in Rust (legacy and v0) or C++ (Itanium).
fn demangled(name: &str) -> Option<String> {
    if !name.starts_with("_Z") && !name.starts_with("_R") && !name.starts_with("__Z") {
        return None;
    }
    let text = match rustc_demangle::try_demangle(name) {
        // Without its hash.
        Ok(rust) => format!("{rust:#}"),
        Err(_) => {
            let symbol = cpp_demangle::Symbol::new(name.as_bytes()).ok()?;
            symbol.demangle().ok()?
        }
    };
    Some(match text.char_indices().nth(MAX_DEMANGLED) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names_are_shown_beside_what_they_were() {
        let (names, raw) = (Names { demangle: true }, Names { demangle: false });
        assert_eq!(names.show("main"), "main");
        assert_eq!(names.show("_ZN3foo3barEi"), "_ZN3foo3barEi (foo::bar(int))");
        let rust = "_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE";
        assert_eq!(names.show(rust), format!("{rust} (core::fmt::Formatter::write_str)"));
        assert_eq!(names.show("_RNvC5crate4main"), "_RNvC5crate4main (crate::main)");
        assert_eq!(names.show("_Znonsense"), "_Znonsense");
        assert_eq!(raw.show("_ZN3foo3barEi"), "_ZN3foo3barEi");
        assert_eq!(raw.show("a\u{1b}[1m\"b\""), "a\\1B[1m\\\"b\\\"");
    }
}
