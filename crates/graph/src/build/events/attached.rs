//! What instructions assert by metadata and attributes. The target must not rely on what it alone
//! asserts (§4.9), so these facts are part of nodes.

use super::super::Builder;
use super::super::metadata::Use;
use crate::node::AttachedFacts;
use tollgate_ir::{AttrKind, AttrList, AttrSet, Extra, Inst, Meta, Symbol};
use tollgate_sem::world::metadata;

impl Builder<'_, '_, '_> {
    /// The attachments that assert something.
    pub(super) fn attached_facts(&mut self, inst: Inst) -> AttachedFacts {
        let promise = |&&(kind, _): &&(Symbol, Meta)| {
            let kind = self.env.ctx.bytes(kind);
            // What is said of a loop is used where the loop is left.
            !metadata::is_free(kind) && kind != b"llvm.loop"
        };
        let found: Vec<(Symbol, Meta)> =
            self.subject.body.attachments(inst).iter().filter(promise).copied().collect();
        let attachments =
            found.into_iter().map(|(kind, meta)| (kind, self.attached_meta(kind, meta))).collect();
        AttachedFacts { attachments, attrs: None }
    }

    /// An attachment without references to the numbered metadata of its module.
    fn attached_meta(&mut self, kind: Symbol, meta: Meta) -> Meta {
        let used = match metadata::is_of_scopes(self.env.ctx.bytes(kind)) {
            true => Use::Scopes,
            false => Use::Other,
        };
        self.resolved(meta, used)
    }

    /// Metadata without references to the numbered metadata of its module.
    pub(in crate::build) fn resolved(&mut self, meta: Meta, used: Use) -> Meta {
        let of = (self.subject.module, self.subject.side, self.env.config.modules);
        self.metadata.resolved(self.env.ctx, of, meta, used)
    }

    /// What is asserted of an access, and whether its value must be defined, which is a hazard of
    /// its own: `!noundef`, and `!dereferenceable`, which implies it. Whether that holds is a
    /// question of what is loaded, and not of where that is. So it stays with the value as well,
    /// as if it made it poison: a hazard that is one of the source's is one of the same value.
    pub(super) fn facts_of_access(&mut self, inst: Inst) -> (AttachedFacts, bool) {
        let mut attached = self.attached_facts(inst);
        let is_noundef = |kind: Symbol| self.env.ctx.bytes(kind) == b"noundef";
        let is_of_object = |kind: Symbol| {
            matches!(self.env.ctx.bytes(kind), b"dereferenceable" | b"dereferenceable_or_null")
        };
        let defined =
            attached.attachments.iter().any(|&(kind, _)| is_noundef(kind) || is_of_object(kind));
        attached.attachments =
            attached.attachments.iter().filter(|&&(kind, _)| !is_noundef(kind)).copied().collect();
        (attached, defined)
    }

    /// What makes the value of a load poison where it does not hold, or what depends on it whether
    /// the load is defined. The other facts make the program undefined: they stay with the access.
    pub(super) fn facts_of_value(&self, attached: AttachedFacts) -> AttachedFacts {
        let of_value =
            |&&(kind, _): &&(Symbol, Meta)| !metadata::is_of_access(self.env.ctx.bytes(kind));
        let attachments = attached.attachments.iter().filter(of_value).copied();
        AttachedFacts { attachments: attachments.collect(), attrs: attached.attrs }
    }

    /// The attributes of a call's result and arguments, if any asserts something; `immarg` does
    /// not.
    pub(super) fn call_attributes(&mut self, inst: Inst) -> Option<AttrList> {
        let Extra::Call(call) = self.subject.body.extra(inst) else { return None };
        let data = self.env.ctx.attr_list_data(call.attrs).clone();
        let says = |set: &AttrSet| {
            self.env.ctx.attrs(*set).iter().any(|attr| attr.kind() != Some(AttrKind::ImmArg))
        };
        let any = says(&data.result) || data.params.iter().any(says);
        any.then(|| self.env.ctx.attr_list(AttrSet::EMPTY, data.result, &data.params))
    }
}
