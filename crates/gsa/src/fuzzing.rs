//! A property of gated SSA as text that fuzz targets and ordinary tests call: whatever the text, it
//! is read or refused, its gates are validated or rejected, and both ways of validating agree.

use crate::{Gated, Options, Validated, check_form, to_ssa, validate};
use std::time::Duration;
use tollgate_ir::{Context, Source, Violation, ViolationKind, verify_module};
use tollgate_llvm::{GatedModule, Options as ReadOptions, read_gated_source, write_gated};
use tollgate_solve::Limits;

/// What became of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Whether it could be read.
    pub is_read: bool,
    /// Functions in gated form.
    pub formed: usize,
    /// Those of which all gates are right.
    pub valid: usize,
}

/// Reads a text of gated SSA, writes it, validates the gates of each function with and without the
/// solver alone, and turns it back where they are right.
///
/// Fails with a sentence if a refusal has no message, if what was written is read as something
/// else, or if the two ways disagree. Everything else that could go wrong is a panic, which is a
/// bug whatever the text.
pub fn check_bytes(text: &[u8]) -> Result<Checked, String> {
    let mut ctx = Context::new();
    let Some(read) = reading(&mut ctx, text)? else { return Ok(Checked::default()) };
    writing(&mut ctx, &read)?;
    let mut checked = Checked { is_read: true, ..Checked::default() };
    // Validation speaks of functions that are right but for the places where values are defined.
    let is_other = |it: &Violation| !matches!(it.kind, ViolationKind::NotDominated { .. });
    if verify_module(&ctx, &read.module).iter().any(is_other) {
        return Ok(checked);
    }
    for (&func, text) in &read.gated {
        let Some(body) = read.module.functions[func].body() else { continue };
        let Ok(gated) = Gated::from_text(body.clone(), text) else { continue };
        if !check_form(&ctx, &gated).errors.is_empty() {
            continue;
        }
        checked.formed += 1;
        let limits = Limits { time: Duration::from_secs(1), conflicts: 10_000 };
        let [first, second] =
            [true, false].map(|discharge| validate(&gated, &Options { discharge, limits }));
        let is_decided = |it: &Validated| it.report.undecided.is_empty();
        if is_decided(&first) && is_decided(&second) {
            let [one, other] = [&first, &second].map(|it| it.report.is_valid());
            if one != other {
                return Err(format!("valid: {one}, by the solver alone: {other}"));
            }
        }
        if first.report.is_valid() {
            checked.valid += 1;
            // Arms may have values that are not defined where they are chosen.
            let _ = to_ssa(&mut ctx, &gated, &first);
        }
    }
    Ok(checked)
}

fn reading(ctx: &mut Context, text: &[u8]) -> Result<Option<GatedModule>, String> {
    let source = Source { file: "fuzzed.gsa".into(), text: text.into() };
    let (read, diagnostics) = read_gated_source(ctx, source, ReadOptions::default());
    if read.is_none() && diagnostics.to_string().is_empty() {
        return Err("a refusal without a message".into());
    }
    Ok(read)
}

fn writing(ctx: &mut Context, read: &GatedModule) -> Result<(), String> {
    let mut first = Vec::new();
    // What the verifier of modules would refuse need not have a text.
    if write_gated(ctx, &read.module, &read.gated, &mut first).is_err() {
        return Ok(());
    }
    if !verify_module(ctx, &read.module).is_empty() {
        return Ok(());
    }
    let Some(again) = reading(ctx, &first)? else {
        return Err("what was written cannot be read".into());
    };
    let mut second = Vec::new();
    if write_gated(ctx, &again.module, &again.gated, &mut second).is_err() || first != second {
        return Err("writing again changes the text".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(name: &str) -> Vec<u8> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");
        std::fs::read(format!("{root}/{name}")).unwrap()
    }

    #[test]
    fn samples_are_read_and_validated() {
        let wrong = check_bytes(&sample("files/gsa/wrong_gates.gsa")).unwrap();
        assert_eq!(wrong, Checked { is_read: true, formed: 7, valid: 1 });
        let selected = check_bytes(&sample("files/gsa/selected.gsa")).unwrap();
        assert_eq!(selected, Checked { is_read: true, formed: 1, valid: 1 });
        assert!(check_bytes(&sample("syntax/gated/merges.ll")).unwrap().is_read);
        assert_eq!(check_bytes(b"gate"), Ok(Checked::default()));
    }

    /// Every prefix, and every sample with a byte left out.
    #[test]
    fn damaged_samples_are_refused_or_read() {
        for name in ["files/gsa/wrong_gates.gsa", "syntax/gated/gates.ll"] {
            let text = sample(name);
            for at in (0..text.len()).step_by(7) {
                check_bytes(&text[..at]).unwrap();
                check_bytes(&[&text[..at], &text[at + 1..]].concat()).unwrap();
            }
        }
    }
}
