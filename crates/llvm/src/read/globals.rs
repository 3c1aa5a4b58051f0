//! What stands outside function bodies: variables, aliases, ifuncs and function headers.

use super::lexer::{Tok, Token};
use super::parser::{MAX_NUMBER_GAP, Parse, Parser};
use tollgate_ir::{
    AliasDef, AttrSet, DllStorage, Function, GlobalHeader, GlobalVar, Linkage, Name, Places, Span,
    Symbol, ThreadLocal, Type, TypeKind, UnnamedAddr, Visibility, convention_number,
};

/// The largest number of a calling convention.
const MAX_CONVENTION: u32 = 1023;

/// What `@name = ...` defines.
pub(crate) enum NamedGlobal {
    Var(GlobalVar),
    Alias(AliasDef),
}

impl Parser<'_, '_> {
    /// `@name = ...`, from the name on.
    pub(crate) fn named_global(&mut self) -> Parse<NamedGlobal> {
        let start = self.tok.start;
        let token = self.tok;
        if !matches!(token.kind, Tok::GlobalName | Tok::GlobalNumber) {
            return Err(self.expected("the name of a global"));
        }
        self.bump();
        let mut header = GlobalHeader::new(self.name_of(token)?);
        self.expect(Tok::Equal, "`=`")?;
        let has_linkage = self.linkage_words(&mut header)?;
        if self.eat_word("thread_local") {
            header.thread_local = Some(self.thread_local_model()?);
        }
        self.unnamed_addr(&mut header);
        let result = match self.word() {
            b"alias" | b"ifunc" => NamedGlobal::Alias(self.alias(header)?),
            _ => NamedGlobal::Var(self.variable(header, has_linkage)?),
        };
        let span = Span { start, end: self.last_end };
        Ok(match result {
            NamedGlobal::Var(mut var) => {
                var.header.span = span;
                NamedGlobal::Var(var)
            }
            NamedGlobal::Alias(mut alias) => {
                alias.header.span = span;
                NamedGlobal::Alias(alias)
            }
        })
    }

    /// Linkage, preemption, visibility and DLL storage; whether a linkage was written.
    fn linkage_words(&mut self, header: &mut GlobalHeader) -> Parse<bool> {
        let mut has_linkage = false;
        if let Some(linkage) = Linkage::from_word(self.word()) {
            header.linkage = linkage;
            has_linkage = true;
            self.bump();
        }
        if self.eat_word("dso_local") {
            header.dso_local = true;
        } else {
            self.eat_word("dso_preemptable");
        }
        if let Some(visibility) = Visibility::from_word(self.word()) {
            header.visibility = visibility;
            self.bump();
        }
        match self.word() {
            b"dllimport" => header.dll_storage = DllStorage::Import,
            b"dllexport" => header.dll_storage = DllStorage::Export,
            _ => return Ok(has_linkage),
        }
        self.bump();
        Ok(has_linkage)
    }

    fn thread_local_model(&mut self) -> Parse<ThreadLocal> {
        if !self.eat(Tok::LParen) {
            return Ok(ThreadLocal::GeneralDynamic);
        }
        let Some(model) =
            ThreadLocal::from_word(self.word()).filter(|&it| it != ThreadLocal::GeneralDynamic)
        else {
            return Err(self.expected("`localdynamic`, `initialexec` or `localexec`"));
        };
        self.bump();
        self.expect(Tok::RParen, "`)`")?;
        Ok(model)
    }

    fn unnamed_addr(&mut self, header: &mut GlobalHeader) {
        if self.eat_word("unnamed_addr") {
            header.unnamed_addr = UnnamedAddr::Global;
        } else if self.eat_word("local_unnamed_addr") {
            header.unnamed_addr = UnnamedAddr::Local;
        }
    }

    fn variable(&mut self, mut header: GlobalHeader, has_linkage: bool) -> Parse<GlobalVar> {
        header.addrspace = self.optional_addrspace()?.unwrap_or(0);
        let externally_initialized = self.eat_word("externally_initialized");
        let constant = match self.word() {
            b"global" => false,
            b"constant" => true,
            _ => return Err(self.expected("`global`, `constant`, `alias` or `ifunc`")),
        };
        self.bump();
        let ty = self.element_type()?;
        let declaration =
            has_linkage && matches!(header.linkage, Linkage::External | Linkage::ExternWeak);
        let init = if declaration { None } else { Some(self.constant(ty)?) };
        let mut var = GlobalVar {
            header,
            ty,
            constant,
            externally_initialized,
            init,
            attrs: AttrSet::EMPTY,
            code_model: None,
            sanitizer_words: Vec::new(),
        };
        while self.eat(Tok::Comma) {
            self.variable_clause(&mut var)?;
        }
        if matches!(self.tok.kind, Tok::AttrGroup | Tok::String) {
            var.attrs = self.call_attrs()?;
        }
        Ok(var)
    }

    fn variable_clause(&mut self, var: &mut GlobalVar) -> Parse<()> {
        if self.tok.kind == Tok::MetaName {
            let attachment = self.attachment()?;
            var.header.attachments.push(attachment);
            return Ok(());
        }
        let word = self.word();
        match word {
            b"section" | b"partition" => {
                self.bump();
                let text = Some(self.string()?);
                if word == b"section" {
                    var.header.section = text;
                } else {
                    var.header.partition = text;
                }
            }
            b"comdat" => var.header.comdat = self.comdat_clause(var.header.name)?,
            b"align" => {
                self.bump();
                var.header.align = Some(self.alignment_value()?);
            }
            b"code_model" => {
                self.bump();
                var.code_model = Some(self.string()?);
            }
            _ if word.starts_with(b"no_sanitize") || word.starts_with(b"sanitize_") => {
                let symbol = self.ctx.symbol(word);
                var.sanitizer_words.push(symbol);
                self.bump();
            }
            _ => {
                return Err(
                    self.expected("`section`, `comdat`, `align` or another clause of a variable")
                );
            }
        }
        Ok(())
    }

    /// `comdat` or `comdat($name)`.
    fn comdat_clause(&mut self, own: Name) -> Parse<Option<Symbol>> {
        let token = self.bump();
        if !self.eat(Tok::LParen) {
            return match own {
                Name::Named(symbol) => Ok(Some(symbol)),
                Name::Numbered(_) => self.fail(token, "a comdat needs a name here"),
            };
        }
        let name = self.expect(Tok::Comdat, "the name of a comdat")?;
        let bytes = self.name_bytes(name);
        self.expect(Tok::RParen, "`)`")?;
        Ok(Some(self.ctx.symbol(&bytes)))
    }

    fn alias(&mut self, mut header: GlobalHeader) -> Parse<AliasDef> {
        let ifunc = self.word() == b"ifunc";
        self.bump();
        let ty = self.ty()?;
        self.expect(Tok::Comma, "`,`")?;
        let token = self.tok;
        // Old versions may leave out the type of an expression.
        let target = match self.word() {
            b"bitcast" | b"getelementptr" | b"addrspacecast" | b"inttoptr" => {
                self.constant(Type::PTR)?
            }
            _ => self.typed_const()?,
        };
        match *self.ctx.kind(self.ctx.constant(target).ty) {
            TypeKind::Ptr(space) => header.addrspace = space,
            _ => return self.fail(token, "an alias stands for a pointer"),
        }
        while self.eat(Tok::Comma) {
            if self.tok.kind == Tok::MetaName {
                let attachment = self.attachment()?;
                header.attachments.push(attachment);
                continue;
            }
            self.expect_word("partition")?;
            header.partition = Some(self.string()?);
        }
        Ok(AliasDef { header, ifunc, ty, target })
    }

    /// `define` or `declare`, up to the body's brace.
    pub(crate) fn function_header(&mut self) -> Parse<Function> {
        let start = self.tok.start;
        let define = self.word() == b"define";
        self.bump();
        let mut attachments = Vec::new();
        while !define && self.tok.kind == Tok::MetaName {
            attachments.push(self.attachment()?);
        }
        let mut header = GlobalHeader::new(Name::Numbered(0));
        self.linkage_words(&mut header)?;
        let convention = self.convention()?.unwrap_or(0);
        let result_attrs = self.value_attrs(Places::RESULT)?;
        let token = self.tok;
        let ret = self.ty()?;
        if matches!(
            self.ctx.kind(ret),
            TypeKind::Function { .. } | TypeKind::Label | TypeKind::Metadata
        ) {
            return self.fail(token, "a function cannot return this type");
        }
        let token = self.tok;
        if !matches!(token.kind, Tok::GlobalName | Tok::GlobalNumber) {
            return Err(self.expected("the name of a function"));
        }
        self.bump();
        header.name = self.name_of(token)?;
        let params = self.params()?;
        self.unnamed_addr(&mut header);
        header.addrspace = self.optional_addrspace()?.unwrap_or(self.tables.program_space);
        let (function_attrs, align) = self.header_attrs()?;
        header.align = align;
        let attrs = self.ctx.attr_list(function_attrs, result_attrs, &params.attrs);
        let ty = TypeKind::Function { ret, params: params.types.into(), vararg: params.vararg };
        let ty = self.ctx.ty(ty);
        header.attachments = attachments;
        let mut function = Function {
            convention,
            attrs,
            param_names: params.names,
            ..Function::declaration(header, ty)
        };
        self.function_clauses(&mut function)?;
        function.header.span = Span { start, end: self.last_end };
        Ok(function)
    }

    fn function_clauses(&mut self, function: &mut Function) -> Parse<()> {
        loop {
            if self.tok.kind == Tok::MetaName {
                let attachment = self.attachment()?;
                function.header.attachments.push(attachment);
                continue;
            }
            let word = self.word();
            match word {
                b"section" => {
                    self.bump();
                    function.header.section = Some(self.string()?);
                }
                b"partition" => {
                    self.bump();
                    function.header.partition = Some(self.string()?);
                }
                b"comdat" => function.header.comdat = self.comdat_clause(function.header.name)?,
                b"align" => {
                    self.bump();
                    function.header.align = Some(self.alignment_value()?);
                }
                b"gc" => {
                    self.bump();
                    function.gc = Some(self.string()?);
                }
                b"prefix" => {
                    self.bump();
                    function.prefix = Some(self.typed_const()?);
                }
                b"prologue" => {
                    self.bump();
                    function.prologue = Some(self.typed_const()?);
                }
                b"personality" => {
                    self.bump();
                    function.personality = Some(self.typed_const()?);
                }
                _ => return Ok(()),
            }
        }
    }

    /// A calling convention, if one is written.
    pub(crate) fn convention(&mut self) -> Parse<Option<u32>> {
        if self.tok.kind != Tok::Word {
            return Ok(None);
        }
        let word = self.slice(self.tok);
        if word == b"cc" {
            self.bump();
            let token = self.tok;
            let number = self.u32()?;
            return self.convention_in_range(token, number.into());
        }
        if word == b"webkit_jscc" {
            // It had this name and number up to LLVM 17.
            self.bump();
            return Ok(Some(12));
        }
        if let Some(number) = word.strip_prefix(b"cc").and_then(super::parser::parse_u64) {
            // LLVM writes `cc99` without a blank.
            let token = self.bump();
            return self.convention_in_range(token, number);
        }
        // `i32` and `ptr` and attributes are not worth a search.
        let number = if word.len() > 3 || word == b"ccc" { convention_number(word) } else { None };
        if number.is_some() {
            self.bump();
        }
        Ok(number)
    }

    fn convention_in_range(&mut self, token: Token, number: u64) -> Parse<Option<u32>> {
        match u32::try_from(number) {
            Ok(number) if number <= MAX_CONVENTION => Ok(Some(number)),
            _ => self.fail(
                token,
                format!("the number of a calling convention is at most {MAX_CONVENTION}"),
            ),
        }
    }

    fn params(&mut self) -> Parse<Params> {
        let mut params = Params::default();
        self.expect(Tok::LParen, "`(`")?;
        if self.eat(Tok::RParen) {
            return Ok(params);
        }
        let mut next_number = 0;
        loop {
            if self.eat(Tok::Dots) {
                params.vararg = true;
                break;
            }
            params.types.push(self.value_type()?);
            params.attrs.push(self.value_attrs(Places::PARAM)?);
            let mut name = None;
            match self.tok.kind {
                Tok::LocalName => {
                    let token = self.bump();
                    let bytes = self.name_bytes(token);
                    name = Some(Name::Named(self.ctx.symbol(&bytes)));
                }
                Tok::LocalNumber => {
                    let token = self.bump();
                    let number = self.number(token)?;
                    if number < next_number || number - next_number > MAX_NUMBER_GAP {
                        return self.fail(
                            token,
                            format!(
                                "this parameter's number must be %{next_number} or little more"
                            ),
                        );
                    }
                    name = (number > next_number).then_some(Name::Numbered(number));
                    next_number = number + 1;
                }
                _ => next_number += 1,
            }
            params.names.push(name);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(params)
    }
}

#[derive(Default)]
struct Params {
    types: Vec<Type>,
    attrs: Vec<AttrSet>,
    names: Vec<Option<Name>>,
    vararg: bool,
}
