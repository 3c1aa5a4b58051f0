//! What must hold of every text, readable or not: the property that fuzzing and the tests of
//! robustness check.

use crate::read::{Lexer, Tok};
use crate::{Diagnostics, Options, read_source, write_module};
use tollgate_ir::{Context, Module, Source, Span, verify_module};

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

/// The tokens of a text: each begins where the last ended or after, none lies outside, and they
/// come to an end.
pub fn check_tokens(text: &[u8]) -> Result<usize, String> {
    let mut lexer = Lexer::new(text, Span::new(0, text.len()));
    let mut end = 0;
    for count in 0..=text.len() {
        let token = lexer.next();
        if token.start < end || token.end < token.start || token.end as usize > text.len() {
            return Err(format!(
                "a token from {} to {} follows one that ends at {end}",
                token.start, token.end
            ));
        }
        if token.kind == Tok::Eof {
            return Ok(count);
        }
        if token.end == token.start {
            return Err(format!("an empty token at {end}"));
        }
        end = token.end;
    }
    Err("more tokens than bytes".into())
}

/// Reads a text: a refusal has a message, and every message lies within the text and can be shown.
pub fn check_reading(text: &[u8]) -> Result<Option<Module>, String> {
    reading(&mut Context::new(), text)
}

fn reading(ctx: &mut Context, text: &[u8]) -> Result<Option<Module>, String> {
    let source = Source { file: "text.ll".into(), text: text.into() };
    let (module, diagnostics) = read_source(ctx, source, Options::default());
    check_messages(&diagnostics, text)?;
    if module.is_none() && !diagnostics.has_errors() {
        return Err("refused without a message".into());
    }
    Ok(module)
}

fn check_messages(diagnostics: &Diagnostics, text: &[u8]) -> Result<(), String> {
    let outside = |it: &Span| it.start > it.end || it.end as usize > text.len();
    if let Some(outside) = diagnostics.list.iter().find(|it| outside(&it.span)) {
        return Err(format!("a message lies outside of the text: {outside:?}"));
    }
    // Showing a message must not fail either, whatever bytes surround it.
    let _ = diagnostics.to_string();
    Ok(())
}

/// Reads a text, and if that succeeds verifies and writes it, and reads what was written.
///
/// Fails with a sentence if a refusal has no message, if a message lies outside the text, if a
/// valid module cannot be written or read again, or if reading and writing once more changes it.
/// Everything else that could go wrong is a panic, which is a bug whatever the text.
pub fn check_text(text: &[u8]) -> Result<Checked, String> {
    let mut ctx = Context::new();
    let Some(module) = reading(&mut ctx, text)? else {
        return Ok(Checked::Refused);
    };
    if let Some(violation) = verify_module(&ctx, &module).first() {
        let shown = violation.to_string();
        return if shown.is_empty() {
            Err("a violation without a message".into())
        } else {
            Ok(Checked::Invalid)
        };
    }
    let mut first = Vec::new();
    write_module(&ctx, &module, &mut first)
        .map_err(|error| format!("cannot be written: {}", error.message(&ctx)))?;
    let source = Source { file: "written.ll".into(), text: first.as_slice().into() };
    let (again, diagnostics) = read_source(&mut ctx, source, Options::default());
    let Some(again) = again else {
        return Err(format!("what was written cannot be read:\n{diagnostics}"));
    };
    if let Some(violation) = verify_module(&ctx, &again).first() {
        return Err(format!("what was written is not valid: {violation}"));
    }
    let mut second = Vec::new();
    write_module(&ctx, &again, &mut second)
        .map_err(|error| format!("cannot be written: {}", error.message(&ctx)))?;
    if first != second {
        let differs = first
            .split(|&byte| byte == b'\n')
            .zip(second.split(|&byte| byte == b'\n'))
            .find(|(a, b)| a != b);
        let (a, b) = differs.unwrap_or_default();
        return Err(format!(
            "writing again changes\n  {}\nto\n  {}",
            String::from_utf8_lossy(a),
            String::from_utf8_lossy(b)
        ));
    }
    Ok(Checked::Valid)
}
