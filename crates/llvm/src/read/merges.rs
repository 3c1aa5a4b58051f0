//! Merges in text: `phi`, and in gated form `mu`, `gamma` and `eta`, as block parameters.
//!
//! What they say of predecessors is collected and given to the edges once all blocks are read.

use super::body::BodyParser;
use super::lexer::{Tok, Token};
use super::parser::Parse;
use crate::gated::Merge;
use tollgate_ir::{Block, Edge, Flags, Opcode, Opt, Param, SecondaryMap, Span, Symbol, Value};

/// A value and the block it comes from: one pair of a `phi` or a `mu`.
struct Incoming {
    value: Value,
    from: Block,
}

/// A value and its gate: one arm of a `gamma` or an `eta`.
pub(super) struct GatedArm {
    value: Value,
    pub(super) gate: Symbol,
    /// The gate's name.
    pub(super) token: Token,
    /// The whole arm.
    pub(super) span: Span,
}

/// A merge whose values are still to be given to the edges.
pub(super) struct MergeRead {
    pub(super) param: Param,
    pub(super) merge: Merge,
    /// Where its pairs or arms begin, in the list that its kind has.
    pub(super) first: u32,
    pub(super) count: u32,
    span: Span,
}

impl MergeRead {
    /// Where its pairs or arms stand.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The merges of a body.
#[derive(Default)]
pub(super) struct Merges {
    pub(super) list: Vec<MergeRead>,
    incoming: Vec<Incoming>,
    pub(super) arms: Vec<GatedArm>,
}

impl BodyParser<'_, '_, '_> {
    /// The kind of merge that the word at hand begins.
    #[inline]
    pub(super) fn merge_word(&self) -> Option<Merge> {
        match self.p.word() {
            b"phi" => Some(Merge::Phi),
            b"mu" if self.gates.is_some() => Some(Merge::Mu),
            b"gamma" if self.gates.is_some() => Some(Merge::Gamma),
            b"eta" if self.gates.is_some() => Some(Merge::Eta),
            _ => None,
        }
    }

    /// `phi [flags] ty [value, %block], ...`; the arms of some merges have gates instead of blocks.
    pub(super) fn merge(&mut self, start: Token, name: Option<Token>, merge: Merge) -> Parse<()> {
        let block = self.current_block(start)?;
        let token = self.p.bump();
        if self.block_has_insts {
            let word = merge.word();
            let message = format!("a `{word}` stands before all other instructions of its block");
            return self.p.fail(token, message);
        }
        let flags = self.merge_flags()?;
        let ty = self.p.value_type()?;
        let first = match merge.has_gates() {
            false => self.merges.incoming.len(),
            true => self.merges.arms.len(),
        } as u32;
        let mut count = 0;
        // Where nothing leads to, there are no pairs.
        while self.p.tok.kind == Tok::LSquare || count > 0 {
            let open = self.p.expect(Tok::LSquare, "`[`")?;
            let value = self.value(ty)?;
            self.p.expect(Tok::Comma, "`,`")?;
            if merge.has_gates() {
                let (gate, token) = self.gate_name()?;
                let close = self.p.expect(Tok::RSquare, "`]`")?;
                let span = Span { start: open.start, end: close.end };
                self.merges.arms.push(GatedArm { value, gate, token, span });
            } else {
                let from = self.block_ref()?;
                self.p.expect(Tok::RSquare, "`]`")?;
                self.merges.incoming.push(Incoming { value, from });
            }
            count += 1;
            if !self.p.eat(Tok::Comma) {
                break;
            }
            if self.p.tok.kind == Tok::MetaName {
                break;
            }
        }
        let result_token = name.unwrap_or(Token { kind: Tok::Word, ..start });
        let value = self.result_value(result_token, ty)?;
        let mut debug = None;
        let mut attachments = Vec::new();
        while self.p.tok.kind == Tok::MetaName {
            let is_debug = self.p.slice(self.p.tok) == b"!dbg";
            let (kind, meta) = self.p.attachment()?;
            if is_debug {
                debug = Some(meta);
            } else {
                attachments.push((kind, meta));
            }
            if !self.p.eat(Tok::Comma) {
                break;
            }
        }
        let span = Span { start: start.start, end: self.p.last_end };
        let param = self.body.define_param(block, value, flags, span);
        if debug.is_some() || !attachments.is_empty() {
            self.body.set_param_metadata(param, debug, &attachments);
        }
        self.merges.list.push(MergeRead { param, merge, first, count, span });
        Ok(())
    }

    fn merge_flags(&mut self) -> Parse<Flags> {
        // A merge takes the flags of floating point arithmetic.
        self.p.flags(Opcode::FAdd)
    }

    /// Gives every edge the arguments that the merges of its target say.
    pub(super) fn distribute_merges(&mut self) -> Parse<()> {
        let Merges { list: merges, incoming, arms } = std::mem::take(&mut self.merges);
        // For the block at hand: which argument list a predecessor's pairs go to, plus one.
        let mut slot_of: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut at = 0;
        let mut args: Vec<Opt<Value>> = Vec::new();
        let mut edges: Vec<(Edge, u32)> = Vec::new();
        let mut preds: Vec<Block> = Vec::new();
        let mut list: Vec<Value> = Vec::new();
        while at < merges.len() {
            let block = self.body.param(merges[at].param).block;
            let count = merges[at..]
                .iter()
                .take_while(|merge| self.body.param(merge.param).block == block)
                .count();
            let group = &merges[at..at + count];
            at += count;
            edges.clear();
            preds.clear();
            for edge in self.body.pred_edges(block) {
                let Some(from) = self.body.edge_source(edge) else { continue };
                if slot_of[from] == 0 {
                    preds.push(from);
                    slot_of[from] = preds.len() as u32;
                }
                edges.push((edge, slot_of[from] - 1));
            }
            args.clear();
            args.resize(preds.len() * count, Opt::NONE);
            for (index, merge) in group.iter().enumerate() {
                let word = merge.merge.word();
                if merge.merge.has_gates() {
                    // Arms are in the order of `crate::gated::arm_edges`, which is that of `preds`.
                    if merge.count as usize != preds.len() {
                        let found = counted(merge.count as usize, "arm");
                        let wanted = counted(preds.len(), "block");
                        let message = format!(
                            "this `{word}` has {found}, and the block is entered from {wanted}"
                        );
                        return Err(self.p.error_at(merge.span, message));
                    }
                    for (slot, arm) in arms[merge.range()].iter().enumerate() {
                        args[slot * count + index] = arm.value.into();
                    }
                    continue;
                }
                if merge.count as usize != edges.len() {
                    let found = counted(merge.count as usize, "pair");
                    let wanted = counted(edges.len(), "edge");
                    let message =
                        format!("this `{word}` has {found}, and the block is entered by {wanted}");
                    return Err(self.p.error_at(merge.span, message));
                }
                for pair in &incoming[merge.range()] {
                    let slot = slot_of[pair.from];
                    if slot == 0 {
                        let message = format!("this `{word}` names a block that is no predecessor");
                        return Err(self.p.error_at(merge.span, message));
                    }
                    let arg = &mut args[(slot as usize - 1) * count + index];
                    if arg.get().is_some_and(|other| other != pair.value) {
                        let message = format!("this `{word}` has two values for one predecessor");
                        return Err(self.p.error_at(merge.span, message));
                    }
                    *arg = pair.value.into();
                }
                if (0..preds.len()).any(|slot| args[slot * count + index].is_none()) {
                    let message = format!("this `{word}` has no value for one of the predecessors");
                    return Err(self.p.error_at(merge.span, message));
                }
            }
            for &(edge, slot) in &edges {
                list.clear();
                list.extend(
                    args[slot as usize * count..][..count].iter().filter_map(|arg| arg.get()),
                );
                self.body.set_edge_args(edge, &list);
            }
            for &from in &preds {
                slot_of[from] = 0;
            }
        }
        Ok(())
    }
}

/// `1 edge`, `2 edges`.
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
