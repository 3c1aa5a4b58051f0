//! One of the two functions of a pair.

use tollgate_ir::{Body, Func, Function, Module, Span};

/// A function in its module.
#[derive(Clone, Copy, Debug)]
pub struct Side<'m> {
    /// The module.
    pub module: &'m Module,
    /// The function.
    pub func: Func,
}

impl<'m> Side<'m> {
    /// The function itself.
    pub fn function(&self) -> &'m Function {
        &self.module.functions[self.func]
    }

    /// Its body, if it has one that was read.
    pub fn body(&self) -> Option<&'m Body> {
        self.function().body()
    }

    /// A place of its file, as `file:line:col`.
    pub fn place(&self, span: Span) -> String {
        let source = &self.module.source;
        let at = source.text.position(span.start);
        format!("{}:{}:{}", source.file, at.line, at.column)
    }
}
