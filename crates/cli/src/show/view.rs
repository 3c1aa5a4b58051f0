//! What all notations show of a function, as plain data.

use tollgate_ir::{Block, Body, Context, Edge, Func, Inst, Lines, Module, Opcode, Value};
use tollgate_llvm::{Numbering, write_inst, write_label, write_type, write_value};

/// A function.
pub struct FunctionView {
    /// Its name, with `@`.
    pub name: String,
    /// Its first line.
    pub header: String,
    /// Its blocks in order.
    pub blocks: Vec<BlockView>,
}

/// A block.
pub struct BlockView {
    /// Its label, with `%`.
    pub label: String,
    /// Its parameters: type and name.
    pub params: Vec<(String, String)>,
    /// Its instructions.
    pub instructions: Vec<InstView>,
    /// The edges that leave it.
    pub edges: Vec<EdgeView>,
    /// The labels of the blocks that enter it, one for each edge.
    pub preds: Vec<String>,
}

/// An instruction.
pub struct InstView {
    /// Its text.
    pub text: String,
    /// The line it stands in.
    pub line: u32,
}

/// An edge.
pub struct EdgeView {
    /// The label of its target.
    pub to: String,
    /// When it is taken: `true`, `case 5`, `unwind`, ...; empty if always.
    pub when: String,
    /// What it passes: parameter and argument.
    pub args: Vec<(String, String)>,
}

impl FunctionView {
    /// The view of a function that has a body.
    pub fn new(ctx: &Context, module: &Module, lines: &Lines, func: Func) -> Option<Self> {
        let function = &module.functions[func];
        let body = function.body()?;
        let numbering = Numbering::new(body);
        let viewer = Viewer { ctx, lines, body, numbering: &numbering };
        let params: Vec<String> = body.args().iter().map(|&arg| viewer.declared(arg)).collect();
        let name = format!("@{}", ctx.name_text(function.header.name));
        let ret = match ctx.kind(function.ty) {
            tollgate_ir::TypeKind::Function { ret, .. } => text(|out| write_type(ctx, *ret, out)),
            _ => String::new(),
        };
        Some(Self {
            header: format!("define {ret} {name}({})", params.join(", ")),
            name,
            blocks: body.blocks().map(|block| viewer.block(block)).collect(),
        })
    }
}

struct Viewer<'a> {
    ctx: &'a Context,
    lines: &'a Lines,
    body: &'a Body,
    numbering: &'a Numbering,
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

impl Viewer<'_> {
    fn typed(&self, value: Value) -> String {
        text(|out| write_value(self.ctx, self.body, self.numbering, value, out))
    }

    fn ty(&self, value: Value) -> String {
        text(|out| write_type(self.ctx, self.body.value_type(value), out))
    }

    /// Type and name of a parameter.
    fn declared(&self, value: Value) -> String {
        format!("{} {}", self.ty(value), self.name(value))
    }

    fn label(&self, block: Block) -> String {
        text(|out| write_label(self.ctx, self.body, self.numbering, block, out))
    }

    /// The name alone of a value that has one.
    fn name(&self, value: Value) -> String {
        let typed = self.typed(value);
        typed.rsplit_once(' ').map_or(typed.clone(), |(_, name)| name.to_string())
    }

    fn block(&self, block: Block) -> BlockView {
        let params = self.body.params(block).iter().map(|&param| (self.ty(param), self.name(param)));
        let instructions = self.body.insts(block).map(|inst| InstView {
            text: self.instruction(inst),
            line: self.lines.position(self.body.inst(inst).span.start).line,
        });
        let edges = self.body.succ_edges(block).enumerate().map(|(index, edge)| self.edge(index, edge));
        let preds = self.body.pred_edges(block).filter_map(|edge| self.body.edge_source(edge));
        BlockView {
            label: self.label(block),
            params: params.collect(),
            instructions: instructions.collect(),
            edges: edges.collect(),
            preds: preds.map(|pred| self.label(pred)).collect(),
        }
    }

    fn instruction(&self, inst: Inst) -> String {
        let text = text(|out| write_inst(self.ctx, self.body, self.numbering, inst, out));
        text.trim().to_string()
    }

    fn edge(&self, index: usize, edge: Edge) -> EdgeView {
        let data = self.body.edge(edge);
        let inst = self.body.inst(data.from);
        let when = match inst.opcode {
            Opcode::CondBr => ["true", "false"].get(index).copied().unwrap_or_default().to_string(),
            Opcode::Switch if index == 0 => "default".to_string(),
            Opcode::Switch => format!("case {}", self.name(self.body.operand(data.from, index))),
            Opcode::Invoke => ["returned", "unwound"].get(index).copied().unwrap_or_default().to_string(),
            Opcode::CallBr if index > 0 => "jumped".to_string(),
            _ => String::new(),
        };
        let args = self.body.params(data.to).iter().zip(self.body.edge_args(edge));
        let args = args.map(|(&param, arg)| (self.name(param), self.typed(arg)));
        EdgeView { to: self.label(data.to), when, args: args.collect() }
    }
}
