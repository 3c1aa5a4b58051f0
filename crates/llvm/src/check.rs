//! What must hold of every text, readable or not: the property that fuzzing and the tests of robustness check.

use crate::{Options, read_source, write_module};
use tollgate_ir::{Context, Source, verify_module};

/// What became of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It was refused with at least one message that has a place.
    Refused,
    /// It was read, but the module breaks rules.
    Invalid,
    /// It was read, verified, written, and what was written reads as the same module.
    Valid,
}

/// Reads a text, and if that succeeds verifies and writes it, and reads what was written.
///
/// Fails with a sentence if a refusal has no message, if a message lies outside of the text, if a valid module cannot
/// be written or read again, or if reading and writing once more changes it. Everything else that could go wrong is a
/// panic, which is a bug whatever the text.
pub fn check_text(text: &[u8]) -> Result<Checked, String> {
    let mut ctx = Context::new();
    let source = Source { file: "text.ll".into(), text: text.into() };
    let (module, diagnostics) = read_source(&mut ctx, source, Options::default());
    let outside = diagnostics.list.iter().find(|it| it.span.start > it.span.end || it.span.end as usize > text.len());
    if let Some(outside) = outside {
        return Err(format!("a message lies outside of the text: {outside:?}"));
    }
    // Showing a message must not fail either, whatever bytes surround it.
    let shown = diagnostics.to_string();
    let Some(module) = module else {
        return if shown.is_empty() { Err("refused without a message".into()) } else { Ok(Checked::Refused) };
    };
    if let Some(violation) = verify_module(&ctx, &module).first() {
        let shown = violation.to_string();
        return if shown.is_empty() { Err("a violation without a message".into()) } else { Ok(Checked::Invalid) };
    }
    let mut first = Vec::new();
    write_module(&ctx, &module, &mut first).map_err(|error| format!("cannot be written: {}", error.message(&ctx)))?;
    let source = Source { file: "written.ll".into(), text: first.as_slice().into() };
    let (again, diagnostics) = read_source(&mut ctx, source, Options::default());
    let Some(again) = again else {
        return Err(format!("what was written cannot be read:\n{diagnostics}"));
    };
    if let Some(violation) = verify_module(&ctx, &again).first() {
        return Err(format!("what was written is not valid: {violation}"));
    }
    let mut second = Vec::new();
    write_module(&ctx, &again, &mut second).map_err(|error| format!("cannot be written: {}", error.message(&ctx)))?;
    if first != second {
        let differs = first.split(|&byte| byte == b'\n').zip(second.split(|&byte| byte == b'\n')).find(|(a, b)| a != b);
        let (a, b) = differs.unwrap_or_default();
        return Err(format!(
            "writing again changes\n  {}\nto\n  {}",
            String::from_utf8_lossy(a),
            String::from_utf8_lossy(b)
        ));
    }
    Ok(Checked::Valid)
}
