//! Facts that the generator knows of the values it makes, so that it can avoid undefined behaviour.

use tollgate_ir::Type;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Facts {
    /// It is neither poison nor undef, in no bit, whatever the arguments and the environment.
    pub clean: bool,
    /// An integer of at most 64 bits is at most this, read as unsigned (unless poison).
    pub max: Option<u64>,
    /// What a pointer points to.
    pub place: Option<AccessFacts>,
}

/// How long memory lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Life {
    /// Until the statement ends within which the pointer was made.
    Region,
    /// Until the function returns.
    Function,
    /// For ever.
    Program,
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// At any offset, as any type whose bits fill whole bytes, pointers apart.
    Bytes,
    /// Only as a whole, as this type; a pointer kept in it has the place that
    /// [`AccessFacts::pointee`] is
    /// the number of.
    Cell(Type),
}

/// Memory that may be accessed through a pointer. It is a fact in two directions: what exists, and
/// what may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AccessFacts {
    /// Bytes of the object after the pointer.
    pub extent: u64,
    /// Alignment of the pointer.
    pub align: u64,
    /// Whether it may be written.
    pub writable: bool,
    /// What is read is clean.
    pub reads_clean: bool,
    /// What is written must be clean, because it is relied on.
    pub writes_clean: bool,
    /// How long it lives.
    pub life: Life,
    /// How it is accessed.
    pub form: Form,
    /// For a cell of a pointer: number of the place, in the program's table, of the pointers kept
    /// in it.
    pub pointee: u32,
}

impl AccessFacts {
    /// Whether a pointer to `self` can be used where one to `need` is wanted.
    pub fn serves(&self, need: &AccessFacts) -> bool {
        self.extent >= need.extent
            && self.align >= need.align
            && (self.writable || !need.writable)
            && (self.reads_clean || !need.reads_clean)
            && (!self.writes_clean || need.writes_clean || !need.writable)
            && self.life >= need.life
            && self.form == need.form
            && (self.pointee == need.pointee || !matches!(self.form, Form::Cell(Type::PTR)))
    }

    /// What holds of a pointer that is one of two; none if they have nothing in common.
    pub fn meet(&self, other: &AccessFacts) -> Option<AccessFacts> {
        let same = self.form == other.form && self.pointee == other.pointee;
        same.then(|| AccessFacts {
            extent: self.extent.min(other.extent),
            align: self.align.min(other.align),
            writable: self.writable && other.writable,
            reads_clean: self.reads_clean && other.reads_clean,
            writes_clean: self.writes_clean || other.writes_clean,
            life: self.life.min(other.life),
            form: self.form,
            pointee: self.pointee,
        })
    }
}

/// The facts about a block parameter, a function parameter, a result or a memory cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spec {
    pub ty: Type,
    pub facts: Facts,
}

impl Spec {
    pub fn new(ty: Type, clean: bool) -> Self {
        Self { ty, facts: Facts { clean, max: None, place: None } }
    }

    pub fn pointer(place: AccessFacts, clean: bool) -> Self {
        Self { ty: Type::PTR, facts: Facts { clean, max: None, place: Some(place) } }
    }
}
