//! Modules: what one LLVM IR file says, everything outside function bodies.
//!
//! Globals refer to each other by [`Name`], so a module is a set of named globals, and the same
//! name in two modules is the same thing to a linker. What we do not interpret (summaries, use-list
//! orders, newer words) is kept as text and written back.

use crate::opcode::word_enum;
use crate::span::{Lines, Position};
use crate::{AttrList, AttrSet, Body, Const, Meta, MetaDef, Name, PrimaryMap, Span, Symbol, Type};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

crate::entity! {
    /// A function of a module.
    Func "f";
    /// A global variable of a module.
    Global "g";
    /// An alias or ifunc of a module.
    Alias "a";
}

word_enum! {
    /// How a global is seen by the linker.
    Linkage {
        /// Defined here, or nowhere yet: the default.
        External "external",
        /// Seen only in its module, and absent from the symbol table.
        Private "private",
        /// Seen only in its module.
        Internal "internal",
        /// A copy of a definition elsewhere, for looking into.
        AvailableExternally "available_externally",
        /// One of several equal definitions; dropped when unused.
        LinkOnce "linkonce",
        /// As `linkonce`, and all definitions are equivalent.
        LinkOnceOdr "linkonce_odr",
        /// One of several definitions.
        Weak "weak",
        /// As `weak`, and all definitions are equivalent.
        WeakOdr "weak_odr",
        /// An uninitialised C variable.
        Common "common",
        /// Arrays that the linker joins.
        Appending "appending",
        /// May be absent, and then is null.
        ExternWeak "extern_weak",
    }
}

impl Linkage {
    /// Whether the linker may put another, possibly different definition in place of this one.
    pub fn is_interposable(self) -> bool {
        matches!(self, Self::Weak | Self::LinkOnce | Self::Common | Self::ExternWeak)
    }

    /// Whether it is invisible outside the module.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Private | Self::Internal)
    }
}

word_enum! {
    /// How a symbol is seen outside its linkage unit.
    Visibility {
        /// Seen and replaceable.
        Default "default",
        /// Not seen.
        Hidden "hidden",
        /// Seen, not replaceable.
        Protected "protected",
    }
}

word_enum! {
    /// Where a symbol comes from or goes to on Windows.
    DllStorage {
        /// Not from or to a DLL.
        Default "default",
        /// From a DLL.
        Import "dllimport",
        /// To a DLL.
        Export "dllexport",
    }
}

word_enum! {
    /// How a thread finds its copy of a variable.
    ThreadLocal {
        /// Always works; the model that a bare `thread_local` means.
        GeneralDynamic "generaldynamic",
        /// Only from its own library.
        LocalDynamic "localdynamic",
        /// Not in libraries that are loaded later.
        InitialExec "initialexec",
        /// Only in executables.
        LocalExec "localexec",
    }
}

word_enum! {
    /// Whether the address of a global matters.
    UnnamedAddr {
        /// It does.
        None "",
        /// Not in this module.
        Local "local_unnamed_addr",
        /// Nowhere.
        Global "unnamed_addr",
    }
}

word_enum! {
    /// How the linker chooses between comdats.
    ComdatKind {
        /// Any.
        Any "any",
        /// They must be equal.
        ExactMatch "exactmatch",
        /// The largest.
        Largest "largest",
        /// All are kept.
        NoDeduplicate "nodeduplicate",
        /// They must have the same size.
        SameSize "samesize",
    }
}

/// What all kinds of globals have in common.
#[derive(Clone, Debug)]
pub struct GlobalHeader {
    /// Its name.
    pub name: Name,
    /// How the linker sees it.
    pub linkage: Linkage,
    /// Whether it is resolved within its linkage unit.
    pub dso_local: bool,
    /// How other linkage units see it.
    pub visibility: Visibility,
    /// Its place on Windows.
    pub dll_storage: DllStorage,
    /// Whether every thread has its own, and how it is found.
    pub thread_local: Option<ThreadLocal>,
    /// Whether its address matters.
    pub unnamed_addr: UnnamedAddr,
    /// Its address space.
    pub addrspace: u32,
    /// Its section.
    pub section: Option<Symbol>,
    /// Its partition.
    pub partition: Option<Symbol>,
    /// The name of its comdat.
    pub comdat: Option<Symbol>,
    /// Its alignment in bytes.
    pub align: Option<u64>,
    /// Metadata attachments.
    pub attachments: Vec<(Symbol, Meta)>,
    /// Where it stands in the text: from its first word to the end of its last.
    pub span: Span,
}

impl GlobalHeader {
    /// A header with a name and all the defaults.
    pub fn new(name: Name) -> Self {
        Self {
            name,
            linkage: Linkage::External,
            dso_local: false,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            thread_local: None,
            unnamed_addr: UnnamedAddr::None,
            addrspace: 0,
            section: None,
            partition: None,
            comdat: None,
            align: None,
            attachments: Vec::new(),
            span: Span::NONE,
        }
    }
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct GlobalVar {
    /// What all globals have.
    pub header: GlobalHeader,
    /// The type of its contents.
    pub ty: Type,
    /// Whether it never changes.
    pub constant: bool,
    /// Whether something outside sets it before the program begins.
    pub externally_initialized: bool,
    /// Its contents; none for a declaration.
    pub init: Option<Const>,
    /// Its attributes.
    pub attrs: AttrSet,
    /// Its code model.
    pub code_model: Option<Symbol>,
    /// The words for sanitizers: `no_sanitize_address`, ...
    pub sanitizer_words: Vec<Symbol>,
}

/// Whether a function has a body, and whether it has been read.
#[derive(Clone, Debug)]
pub enum BodyState {
    /// A declaration.
    None,
    /// A definition whose body stands at this place of the text, braces included, and has not been
    /// read.
    Lazy(Span),
    /// A definition with its body.
    Read(Box<Body>),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// What all globals have.
    pub header: GlobalHeader,
    /// Its signature: a [`TypeKind::Function`](crate::TypeKind::Function).
    pub ty: Type,
    /// Its calling convention, as LLVM's number.
    pub convention: u32,
    /// Its attributes.
    pub attrs: AttrList,
    /// The names of its parameters; none for those that get the next number.
    pub param_names: Vec<Option<Name>>,
    /// The name of its garbage collector.
    pub gc: Option<Symbol>,
    /// Data before its code.
    pub prefix: Option<Const>,
    /// Data at the front of its code.
    pub prologue: Option<Const>,
    /// The routine that handles its exceptions.
    pub personality: Option<Const>,
    /// Its code.
    pub body: BodyState,
    /// Use-list orders inside its body, kept as text as long as the body is not changed.
    pub use_list_orders: Vec<Symbol>,
    /// Whether somebody asked to change the body: then no use-list order of the module holds any
    /// more.
    pub edited: bool,
}

impl Function {
    /// Its body, if it has one and it was read.
    pub fn body(&self) -> Option<&Body> {
        match &self.body {
            BodyState::Read(body) => Some(body),
            BodyState::None | BodyState::Lazy(_) => None,
        }
    }

    /// A declaration of a function of this type that says nothing else of it.
    pub fn declaration(header: GlobalHeader, ty: Type) -> Self {
        Self {
            header,
            ty,
            convention: 0,
            attrs: AttrList::EMPTY,
            param_names: Vec::new(),
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            body: BodyState::None,
            use_list_orders: Vec::new(),
            edited: false,
        }
    }

    /// The same function, declared only.
    pub fn without_body(&self) -> Self {
        Self {
            header: self.header.clone(),
            ty: self.ty,
            convention: self.convention,
            attrs: self.attrs,
            param_names: self.param_names.clone(),
            gc: self.gc,
            prefix: self.prefix,
            prologue: self.prologue,
            personality: self.personality,
            body: BodyState::None,
            use_list_orders: self.use_list_orders.clone(),
            edited: self.edited,
        }
    }

    /// Its body, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut Body> {
        self.edited = true;
        self.use_list_orders.clear();
        match &mut self.body {
            BodyState::Read(body) => Some(body),
            BodyState::None | BodyState::Lazy(_) => None,
        }
    }

    /// Whether it is a declaration.
    pub fn is_declaration(&self) -> bool {
        matches!(self.body, BodyState::None)
    }
}

/// An alias or an ifunc.
#[derive(Clone, Debug)]
pub struct AliasDef {
    /// What all globals have.
    pub header: GlobalHeader,
    /// Whether it is resolved by a function at load time.
    pub ifunc: bool,
    /// The type of what it stands for.
    pub ty: Type,
    /// What it stands for, or the function that tells.
    pub target: Const,
}

/// What a name of a module stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalRef {
    /// A function.
    Func(Func),
    /// A variable.
    Var(Global),
    /// An alias or ifunc.
    Alias(Alias),
}

/// A text that a module was read from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the file, for messages.
    pub file: Arc<str>,
    /// Its bytes.
    pub text: Text,
}

/// The bytes of a text, shared and never changed. Made from a `Vec` without copying it.
#[derive(Clone, Debug, Default)]
pub struct Text {
    bytes: Arc<Vec<u8>>,
    /// Where its lines begin, found when a position is first asked for.
    lines: Arc<OnceLock<Lines>>,
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Text {}

impl Text {
    /// The line and column of an offset: after the first time in logarithmic time.
    pub fn position(&self, offset: u32) -> Position {
        self.lines.get_or_init(|| Lines::new(&self.bytes)).position(offset)
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(bytes), lines: Arc::default() }
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl std::ops::Deref for Text {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The text it was read from.
    pub source: Source,
    /// `source_filename`.
    pub source_filename: Option<Symbol>,
    /// `target datalayout`.
    pub datalayout: Option<Symbol>,
    /// `target triple`.
    pub triple: Option<Symbol>,
    /// `module asm` lines.
    pub asm: Vec<Symbol>,
    /// Named types in the order of their definitions.
    pub named_types: Vec<Type>,
    /// Names that the text gives to types that are no structs: `%t = type i32` means `i32` wherever
    /// it stands.
    pub type_aliases: Vec<(Name, Type)>,
    /// Comdats in order.
    pub comdats: Vec<(Symbol, ComdatKind)>,
    /// Variables in order.
    pub globals: PrimaryMap<Global, GlobalVar>,
    /// Functions in order.
    pub functions: PrimaryMap<Func, Function>,
    /// Aliases and ifuncs in order.
    pub aliases: PrimaryMap<Alias, AliasDef>,
    /// Named metadata in order.
    pub named_metadata: Vec<(Symbol, Vec<Meta>)>,
    /// Numbered metadata in the order of the numbers.
    pub numbered_metadata: Vec<(u32, MetaDef)>,
    /// Where the text defines each attribute group; their contents are in the attribute sets that
    /// refer to them.
    pub attr_groups: Vec<(u32, Span)>,
    /// Use-list orders outside functions: kept as text, and written while no function was
    /// edited.
    pub use_list_orders: Vec<Symbol>,
    /// Summary entries, kept as text.
    pub summaries: Vec<Symbol>,
    /// What each name stands for.
    pub symbols: FxHashMap<Name, GlobalRef>,
}

impl Module {
    /// An empty module with this source.
    pub fn new(source: Source) -> Self {
        Self {
            source,
            source_filename: None,
            datalayout: None,
            triple: None,
            asm: Vec::new(),
            named_types: Vec::new(),
            type_aliases: Vec::new(),
            comdats: Vec::new(),
            globals: PrimaryMap::new(),
            functions: PrimaryMap::new(),
            aliases: PrimaryMap::new(),
            named_metadata: Vec::new(),
            numbered_metadata: Vec::new(),
            attr_groups: Vec::new(),
            use_list_orders: Vec::new(),
            summaries: Vec::new(),
            symbols: FxHashMap::default(),
        }
    }

    /// What a name stands for.
    pub fn lookup(&self, name: Name) -> Option<GlobalRef> {
        self.symbols.get(&name).copied()
    }

    /// The function of this name.
    pub fn function_named(&self, name: Name) -> Option<Func> {
        match self.lookup(name)? {
            GlobalRef::Func(func) => Some(func),
            GlobalRef::Var(_) | GlobalRef::Alias(_) => None,
        }
    }

    /// What all globals have, of any of them.
    pub fn header(&self, global: GlobalRef) -> &GlobalHeader {
        match global {
            GlobalRef::Func(func) => &self.functions[func].header,
            GlobalRef::Var(var) => &self.globals[var].header,
            GlobalRef::Alias(alias) => &self.aliases[alias].header,
        }
    }

    /// Adds a function and makes its name known. The first of two with one name stays known.
    pub fn add_function(&mut self, function: Function) -> Func {
        let name = function.header.name;
        let func = self.functions.push(function);
        self.symbols.entry(name).or_insert(GlobalRef::Func(func));
        func
    }

    /// Adds a variable and makes its name known. The first of two with one name stays known.
    pub fn add_global(&mut self, global: GlobalVar) -> Global {
        let name = global.header.name;
        let var = self.globals.push(global);
        self.symbols.entry(name).or_insert(GlobalRef::Var(var));
        var
    }

    /// Adds an alias or ifunc and makes its name known. The first of two with one name stays known.
    pub fn add_alias(&mut self, alias: AliasDef) -> Alias {
        let name = alias.header.name;
        let id = self.aliases.push(alias);
        self.symbols.entry(name).or_insert(GlobalRef::Alias(id));
        id
    }

    /// The same module, in which no other function has a body.
    pub fn with_only_body_of(&self, func: Func) -> Self {
        self.with_bodies_of(&|other| other == func)
    }

    /// The same module, in which no other functions have bodies. Those of the others are not
    /// copied.
    pub fn with_bodies_of(&self, has_body: &dyn Fn(Func) -> bool) -> Self {
        let mut functions = PrimaryMap::new();
        for (func, function) in self.functions.iter() {
            functions.push(if has_body(func) { function.clone() } else { function.without_body() });
        }
        Self {
            source: self.source.clone(),
            source_filename: self.source_filename,
            datalayout: self.datalayout,
            triple: self.triple,
            asm: self.asm.clone(),
            named_types: self.named_types.clone(),
            type_aliases: self.type_aliases.clone(),
            comdats: self.comdats.clone(),
            globals: self.globals.clone(),
            functions,
            aliases: self.aliases.clone(),
            named_metadata: self.named_metadata.clone(),
            numbered_metadata: self.numbered_metadata.clone(),
            attr_groups: self.attr_groups.clone(),
            use_list_orders: self.use_list_orders.clone(),
            summaries: self.summaries.clone(),
            symbols: self.symbols.clone(),
        }
    }

    /// The definition of a numbered metadata node.
    pub fn metadata(&self, number: u32) -> Option<MetaDef> {
        let at =
            self.numbered_metadata.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.numbered_metadata[at].1)
    }
}
