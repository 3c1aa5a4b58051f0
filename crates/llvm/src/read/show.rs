//! Things as they stand in messages.

use super::parser::Parser;
use tollgate_ir::Type;

impl Parser<'_, '_> {
    /// A type in backquotes.
    pub(crate) fn show_type(&self, ty: Type) -> String {
        let mut out = Vec::new();
        crate::write::write_type(self.ctx, ty, &mut out);
        super::parser::quote(&out)
    }
}
