//! Which globals a function mentions.
//!
//! A body that was read is walked; one that was not is searched for `@name`. The search takes every
//! `@` of the text, also in strings and comments, so it over-approximates the mentioned names.
//! Metadata is left out: a global there is a label, and its contents are not read.
//!
//! A function also calls functions that it does not mention, through pointers. Whether it does is
//! computed here too, over-approximated where a text was not read.

use rustc_hash::FxHashSet;
use tollgate_ir::{
    Body, BodyState, Const, ConstKind, Context, ExprDetail, Extra, Function, GlobalRef, Inst,
    Module, Name, Opcode, Span, Type, User, Value, ValueDef,
};
use tollgate_sem::call::function_named;

/// The globals that a function mentions.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    /// All mentioned globals.
    names: FxHashSet<Name>,
    /// Those with a use other than a direct call.
    pub addresses: FxHashSet<Name>,
    /// Functions that have the address of a block mentioned.
    pub blocks: FxHashSet<Name>,
    /// Its indirect calls.
    pub calls: IndirectCalls,
}

/// Indirect calls.
#[derive(Clone, Debug, Default)]
pub enum IndirectCalls {
    /// There are none.
    #[default]
    None,
    /// Calls of functions of these types. (A call with another type than the function's is
    /// undefined.)
    OfTypes(FxHashSet<Type>),
    /// There may be some, of which nothing is known.
    Some,
}

impl IndirectCalls {
    /// Whether a function of this type may be called.
    pub fn may_be_of(&self, ty: Type) -> bool {
        match self {
            Self::None => false,
            Self::OfTypes(types) => types.contains(&ty),
            Self::Some => true,
        }
    }

    fn add(&mut self, ty: Type) {
        match self {
            Self::None => *self = Self::OfTypes([ty].into_iter().collect()),
            Self::OfTypes(types) => _ = types.insert(ty),
            Self::Some => {}
        }
    }
}

impl Mentions {
    /// All mentioned globals, in an order that depends on the text only.
    pub fn names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = self.names.iter().copied().collect();
        names.sort_unstable();
        names
    }

    /// The globals that a function mentions.
    pub fn of(ctx: &Context, module: &Module, function: &Function) -> Self {
        let mut this = Self::default();
        for constant in
            [function.prefix, function.prologue, function.personality].into_iter().flatten()
        {
            this.constant(ctx, constant);
        }
        match &function.body {
            BodyState::None => {}
            BodyState::Read(body) => this.body(ctx, module, body),
            BodyState::Lazy(body) => {
                for span in [function.header.span, *body] {
                    this.text(ctx, span, &module.source.text);
                }
                let is_alias =
                    |name: &Name| matches!(module.lookup(*name), Some(GlobalRef::Alias(_)));
                if this.names.iter().any(is_alias) {
                    this.calls = IndirectCalls::Some;
                }
            }
        }
        this
    }

    /// The globals that a constant mentions.
    pub fn of_constant(ctx: &Context, constant: Const) -> Self {
        let mut this = Self::default();
        this.constant(ctx, constant);
        this
    }

    fn body(&mut self, ctx: &Context, module: &Module, body: &Body) {
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            self.instruction(ctx, module, body, inst);
        }
        for value in body.values() {
            let ValueDef::Const(id) = body.value(value).def else { continue };
            let ConstKind::Global(name) = ctx.constant(id).kind else {
                self.constant(ctx, id);
                continue;
            };
            self.names.insert(name);
            let called = |user| match user {
                // The callee follows all other operands.
                User::Operand(inst, at) => {
                    body.callee(inst).is_some()
                        && at as usize + 1 == body.inst(inst).operand_count()
                }
                User::EdgeArg(..) => false,
            };
            if !body.users(value).all(called) {
                self.addresses.insert(name);
            }
        }
    }

    fn instruction(&mut self, ctx: &Context, module: &Module, body: &Body, inst: Inst) {
        let data = body.inst(inst);
        let (Extra::Call(_), Some(callee)) = (body.extra(inst), body.callee(inst)) else { return };
        let is_named = body.as_const(callee).is_some_and(|id| {
            function_named(ctx, module, id).is_some()
                || matches!(ctx.constant(id).kind, ConstKind::Asm(_))
        });
        if !is_named {
            self.calls.add(data.ty);
        }
    }

    fn constant(&mut self, ctx: &Context, constant: Const) {
        // Parts are shared, so each is looked at once.
        let mut seen = FxHashSet::default();
        let mut stack = vec![constant];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &ctx.constant(id).kind {
                ConstKind::Global(name)
                | ConstKind::DsoLocalEquivalent(name)
                | ConstKind::NoCfi(name) => {
                    self.names.insert(*name);
                    self.addresses.insert(*name);
                }
                ConstKind::BlockAddress { function, .. } => {
                    self.names.insert(*function);
                    self.blocks.insert(*function);
                }
                ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => {
                    stack.extend(parts.iter())
                }
                ConstKind::Splat(lane) => stack.push(*lane),
                ConstKind::Expr(expr) => {
                    stack.extend(expr.operands.iter());
                    if let ExprDetail::Gep { inrange: Some((low, high)), .. } = expr.detail {
                        stack.extend([low, high]);
                    }
                }
                ConstKind::Int(_)
                | ConstKind::WideInt(_)
                | ConstKind::Float(..)
                | ConstKind::Bytes(_) => {}
                ConstKind::Null | ConstKind::NoneToken | ConstKind::Zero => {}
                ConstKind::Undef | ConstKind::Poison | ConstKind::Asm(_) => {}
            }
        }
    }

    fn text(&mut self, ctx: &Context, span: Span, text: &[u8]) {
        let text = span.of(text);
        // Which of the names occur in a `blockaddress` is not distinguished.
        let blocks = mentions_block_addresses(text);
        if may_call_indirectly(text) {
            self.calls = IndirectCalls::Some;
        }
        for at in memchr::memchr_iter(b'@', text) {
            let Some(name) = name_at(ctx, &text[at + 1..]) else { continue };
            self.names.insert(name);
            self.addresses.insert(name);
            if blocks {
                self.blocks.insert(name);
            }
        }
    }
}

/// Whether a body uses a table only to load addresses from it to which it jumps itself.
pub fn only_jumps_by(ctx: &Context, body: &Body, table: Name) -> bool {
    let is_of_table = |&value: &Value| {
        body.as_const(value).is_some_and(|id| Mentions::of_constant(ctx, id).names.contains(&table))
    };
    // Addresses in the table, and values loaded from it.
    let mut places: Vec<Value> = body.values().filter(is_of_table).collect();
    let mut labels = Vec::new();
    let mut seen: FxHashSet<Value> = places.iter().copied().collect();
    while let Some(place) = places.pop() {
        for user in body.users(place) {
            let User::Operand(inst, 0) = user else { return false };
            let data = body.inst(inst);
            let made = match data.opcode == Opcode::Load {
                true => &mut labels,
                false if data.opcode == Opcode::GetElementPtr => &mut places,
                false => return false,
            };
            let Some(result) = data.result() else { return false };
            if seen.insert(result) {
                made.push(result);
            }
        }
    }
    while let Some(label) = labels.pop() {
        for user in body.users(label) {
            match user {
                User::Operand(inst, 0) if body.inst(inst).opcode == Opcode::IndirectBr => {}
                User::Operand(..) => return false,
                User::EdgeArg(edge, at) => {
                    let block = body.edge(edge).to;
                    let Some(&param) = body.params(block).get(at as usize) else { return false };
                    if seen.insert(param) {
                        labels.push(param);
                    }
                }
            }
        }
    }
    true
}

/// Whether a text may contain addresses of blocks.
pub fn mentions_block_addresses(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"blockaddress").is_some()
}

/// Whether a text may have indirect calls: an argument list follows a local value, a constant
/// expression or an alias.
fn may_call_indirectly(text: &[u8]) -> bool {
    let mut calls = [&b"call"[..], b"invoke"]
        .into_iter()
        .flat_map(|word| memchr::memmem::find_iter(text, word));
    calls.any(|at| {
        let line = text[at..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        // The callee is the first value; a direct callee is written `@name(`. Comments and strings
        // have none.
        let first = line.iter().position(|byte| b"@%;\"".contains(byte));
        first.is_none_or(|first| line[first] != b'@' || !is_before_arguments(&line[first + 1..]))
    })
}

/// Whether an argument list follows the name that begins here.
fn is_before_arguments(text: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"-$._".contains(byte);
    let end = match text.first() {
        Some(b'"') => memchr::memchr(b'"', &text[1..]).map(|end| end + 2),
        _ => text.iter().position(|byte| !letter(byte)),
    };
    end.is_some_and(|end| text.get(end) == Some(&b'('))
}

/// Whether the address of a function of a module may be taken: its name occurs in the text other
/// than before an argument list, where it is declared, defined or called. Yes for a module without
/// a text.
pub fn address_is_taken(
    ctx: &Context,
    module: &Module,
    wanted: &FxHashSet<Name>,
) -> FxHashSet<Name> {
    let text = &module.source.text[..];
    if text.is_empty() || module.functions.values().any(|function| function.edited) {
        return wanted.clone();
    }
    let mut taken = FxHashSet::default();
    for at in memchr::memchr_iter(b'@', text) {
        let after = &text[at + 1..];
        let Some(name) = name_at(ctx, after).filter(|name| wanted.contains(name)) else {
            continue;
        };
        if !is_before_arguments(after) {
            taken.insert(name);
        }
    }
    taken
}

/// The name that begins here, if the context knows it.
fn name_at(ctx: &Context, text: &[u8]) -> Option<Name> {
    if text.first() == Some(&b'"') {
        let end = memchr::memchr(b'"', &text[1..])?;
        return ctx.find_symbol(&unescape(&text[1..=end])).map(Name::Named);
    }
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || b"-$._".contains(byte);
    let word = &text[..text.iter().take_while(|byte| letter(byte)).count()];
    if word.first()?.is_ascii_digit() {
        let digits = &word[..word.iter().take_while(|byte| byte.is_ascii_digit()).count()];
        return std::str::from_utf8(digits).ok()?.parse().ok().map(Name::Numbered);
    }
    ctx.find_symbol(word).map(Name::Named)
}

/// The bytes that a quoted name stands for: `\\` is a backslash, `\` and two digits a byte.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        let (byte, used) = match (first, digit(0), digit(1)) {
            (b'\\', Some(high), Some(low)) => ((high * 16 + low) as u8, 2),
            (b'\\', ..) if after.first() == Some(&b'\\') => (b'\\', 1),
            _ => (first, 0),
        };
        bytes.push(byte);
        rest = &after[used..];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::Source;
    use tollgate_llvm::{Options, read_source};

    const TEXT: &str = r#"
        @a = global i32 0
        @"b c" = global i32 0
        @"d\22e" = global ptr @a
        @0 = global i32 0
        @unused = global i32 0
        declare i32 @called(ptr)
        declare i32 @passed()
        define i32 @f(i32 %unused) personality ptr @person {
          %x = load i32, ptr @a, !note !{ptr @unused}
          %y = load i32, ptr getelementptr (i8, ptr @"b c", i64 4)
          store i32 %y, ptr @"d\22e"
          %z = call i32 @called(ptr @passed)
          %w = call i32 @called(ptr blockaddress(@f, %end))
          store i32 %z, ptr @0
          br label %end
        end:
          ret i32 0
        }
        declare i32 @person(...)"#;

    fn mentioned(lazy: bool) -> (Vec<String>, Vec<String>, Vec<String>) {
        let mut ctx = Context::new();
        let source = Source { file: "t.ll".into(), text: TEXT.as_bytes().into() };
        let (module, messages) = read_source(&mut ctx, source, Options { lazy, jobs: 1 });
        let module = module.unwrap_or_else(|| panic!("{messages}"));
        let function = module.functions.values().find(|it| !it.is_declaration()).unwrap();
        let mentions = Mentions::of(&ctx, &module, function);
        let sorted = |names: &FxHashSet<Name>| {
            let mut names: Vec<String> =
                names.iter().map(|&it| ctx.name_text(it).into_owned()).collect();
            names.sort();
            names
        };
        (sorted(&mentions.names), sorted(&mentions.addresses), sorted(&mentions.blocks))
    }

    #[test]
    fn a_body_is_walked() {
        let (names, addresses, blocks) = mentioned(false);
        assert_eq!(names, ["0", "a", "b c", "called", "d\"e", "f", "passed", "person"]);
        assert_eq!(addresses, ["0", "a", "b c", "d\"e", "passed", "person"]);
        assert_eq!(blocks, ["f"]);
    }

    #[test]
    fn the_search_of_a_text_misses_nothing() {
        let (walked, ..) = mentioned(false);
        let (found, addresses, blocks) = mentioned(true);
        assert!(walked.iter().all(|name| found.contains(name)), "{found:?}");
        // It sees more: what metadata names too.
        assert!(found.contains(&"unused".to_string()));
        assert_eq!(found, addresses);
        assert!(blocks.contains(&"f".to_string()), "{blocks:?}");
    }
}
