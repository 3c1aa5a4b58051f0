//! [`Missing`]: a fact that would let a proof go on, as far as one can be named.

use super::known::Known;
use std::fmt;

/// A fact that was not shown. Strings are terms in LLVM's notation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Missing {
    /// `0 <= it`, read as a signed number.
    NonNegative(String),
    /// Both have the same sign.
    SameSign(String, String),
    /// It is neither undef nor poison.
    Defined {
        /// What.
        value: String,
        /// Why it may be.
        causes: Vec<String>,
    },
    /// It is not zero; of a signed division, there is no overflow either.
    Divisor {
        /// What is divided by.
        divisor: String,
        /// Whether the division is signed.
        signed: bool,
    },
    /// Flags of an instruction hold that only the target has.
    Flags(String, String),
    /// An operation does not wrap.
    NoWrap {
        /// The operation.
        operation: String,
        /// Whether as signed numbers.
        signed: bool,
        /// The flag of the target's instruction that promises it.
        flag: Option<&'static str>,
    },
    /// An extension of an operation is the operation on what is extended.
    Distributes {
        /// The extension, in a word.
        extension: &'static str,
        /// The operation.
        operation: String,
        /// The flag of the target's instruction that promises it.
        flag: Option<&'static str>,
    },
    /// Attributes or attachments of an instruction hold that only the target has.
    Attributes(String, String),
    /// Two accesses do not overlap.
    NoOverlap {
        /// Where the one is.
        one: String,
        /// Where the other is.
        other: String,
        /// The write that would else change what is read, with its line.
        write: Option<String>,
    },
    /// So many bytes can be accessed.
    Accessible {
        /// Where.
        pointer: String,
        /// How many, if that is known.
        bytes: Option<u64>,
        /// Whether they are written.
        written: bool,
    },
    /// A comparison holds.
    Holds(String),
    /// Bytes are the same whether they are copied or loaded and stored as a value.
    CopyAsValue {
        /// How many.
        bytes: u64,
        /// The store.
        store: String,
    },
    /// A copy writes what was stored before where it copies from, as a store of the other function
    /// does.
    CopiedStore {
        /// The copy.
        copy: String,
        /// From where.
        from: String,
        /// The store.
        store: String,
    },
    /// A value is none of these.
    Excluded(String, String),
    /// Two terms are equal.
    Equal(String, String),
    /// Two pointers to one address are the same pointer: their provenance is one.
    Provenance {
        /// The one.
        one: String,
        /// The other.
        other: String,
        /// Where they have one address.
        at: Option<String>,
    },
    /// One of them is what the other becomes when it is extended.
    Extension {
        /// The wider one.
        wide: String,
        /// The narrower one.
        narrow: String,
    },
    /// One condition implies another.
    Implies(String, String),
    /// The loop terminates.
    Terminates,
    /// The source does not come there.
    NotReached,
    /// A condition never holds, so that something is never done.
    Never {
        /// What is never done.
        what: String,
        /// The condition under which it is.
        condition: String,
    },
    /// A store has no effect that is seen.
    Unseen(String),
    /// A relation of values of both functions, wherever control comes to a loop.
    Invariant {
        /// What holds.
        relation: String,
        /// The blocks where the loop of the source and of the target begin, as far as known.
        header: Option<String>,
    },
    /// Stores of the source write together what stores of the target do.
    SameBytes {
        /// The first of the source's, and how many there are.
        source: (String, usize),
        /// The first of the target's, and how many there are.
        target: (String, usize),
    },
    /// A call returns and does nothing that anybody sees, and what it returns is known.
    KnownCall {
        /// The call.
        call: String,
        /// Attributes that would say so, and that it does not have.
        lacks: Vec<&'static str>,
    },
    /// A call of `memcpy` or the like is compared as a call, and the other function has stores.
    IntrinsicOfMemory {
        /// The call.
        call: String,
        /// Why it is compared as a call.
        why: Vec<String>,
        /// What the other function does instead, as far as that is known.
        stores: Option<String>,
    },
    /// A call does not write where something is read.
    NoWrite(String, String),
    /// A law that makes two terms the same.
    Law(String, String),
    /// What both choose is the same choice.
    SameChoice,
    /// A fact that was tried for some numbers.
    Sampled {
        /// The fact.
        fact: Box<Missing>,
        /// What came of it.
        sample: Sample,
    },
    /// A fact that is known, and that no proof uses.
    Known {
        /// The fact.
        fact: Box<Missing>,
        /// Why it is known.
        why: Known,
    },
}

impl Missing {
    /// In a word that programs can rely on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NonNegative(_) => "non-negative",
            Self::SameSign(..) => "same-sign",
            Self::Defined { .. } => "defined",
            Self::Divisor { .. } => "divisor",
            Self::Flags(..) => "flags",
            Self::NoWrap { .. } => "no-wrap",
            Self::Distributes { .. } => "distributes",
            Self::Attributes(..) => "attributes",
            Self::NoOverlap { .. } => "no-overlap",
            Self::Accessible { .. } => "accessible",
            Self::Holds(_) => "holds",
            Self::CopyAsValue { .. } => "copy-as-value",
            Self::CopiedStore { .. } => "copied-store",
            Self::Excluded(..) => "excluded",
            Self::Equal(..) => "equal",
            Self::Provenance { .. } => "provenance",
            Self::Extension { .. } => "extension",
            Self::Implies(..) => "implies",
            Self::Terminates => "terminates",
            Self::NotReached => "not-reached",
            Self::Never { .. } => "never",
            Self::Unseen(_) => "unseen",
            Self::Invariant { .. } => "invariant",
            Self::SameBytes { .. } => "same-bytes",
            Self::KnownCall { .. } => "known-call",
            Self::IntrinsicOfMemory { .. } => "intrinsic-of-memory",
            Self::NoWrite(..) => "no-write",
            Self::Law(..) => "law",
            Self::SameChoice => "same-choice",
            Self::Sampled { fact, .. } | Self::Known { fact, .. } => fact.code(),
        }
    }
}

/// What came of trying a fact for some numbers that it speaks of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sample {
    /// It holds for all of them.
    Holds,
    /// It does not hold for some: which, if that is few words.
    Fails(Option<String>),
}

impl Sample {
    /// In a word that programs can rely on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails(_) => "fails",
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds => f.write_str("it holds for all defined values that were tried"),
            Self::Fails(Some(example)) => {
                write!(f, "not for all values: it does not hold for {example}")
            }
            Self::Fails(None) => f.write_str("not for all values"),
        }
    }
}

impl Missing {
    /// The same fact, with what came of trying it.
    pub(super) fn sampled(self, sample: Option<Sample>) -> Self {
        match sample {
            Some(sample) => Self::Sampled { fact: Box::new(self), sample },
            None => self,
        }
    }

    /// What came of trying the fact for some numbers, if it was tried.
    pub fn sample(&self) -> Option<&Sample> {
        match self {
            Self::Sampled { sample, .. } => Some(sample),
            Self::Known { fact, .. } => fact.sample(),
            _ => None,
        }
    }

    /// Whether it is known not to hold of all values, so that what is missing is that it holds
    /// where it matters.
    pub fn is_only_for_some(&self) -> bool {
        matches!(self.sample(), Some(Sample::Fails(_)))
    }

    /// Whether another fact holds where this one does.
    pub(super) fn covers(&self, other: &Self) -> bool {
        match (self.fact(), other.fact()) {
            (one, other) if one == other => true,
            (Self::Invariant { relation, .. }, other) => *relation == other.to_string(),
            (_, _) => false,
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NonNegative(it) => write!(f, "0 <= {it} (signed)"),
            Self::SameSign(one, other) => write!(f, "{one} and {other} have the same sign"),
            Self::Defined { value, causes } => {
                write!(f, "{value} is neither undef nor poison")?;
                match causes.is_empty() {
                    true => Ok(()),
                    false => write!(f, ", which it may be by {}", causes.join(", ")),
                }
            }
            Self::Divisor { divisor, signed: false } => write!(f, "{divisor} is not 0"),
            Self::Divisor { divisor, signed: true } => {
                write!(f, "{divisor} is not 0, and the quotient does not overflow")
            }
            Self::Flags(flags, it) => write!(f, "`{flags}` holds of {it}"),
            Self::NoWrap { operation, signed, flag } => {
                let how = if *signed { "signed" } else { "unsigned" };
                write!(f, "{operation} does not wrap ({how})")?;
                flag.map_or(Ok(()), |flag| write!(f, ", as its `{flag}` promises"))
            }
            Self::Distributes { extension, operation, flag: Some(flag) } => {
                write!(f, "{extension} distributes over {operation}, as its `{flag}` promises")
            }
            Self::Distributes { extension: extension @ "sext", operation, flag: None } => {
                write!(f, "{extension} distributes over {operation}: it does not wrap (signed)")
            }
            Self::Distributes { extension, operation, flag: None } => {
                write!(f, "{extension} distributes over {operation}: it does not wrap (unsigned)")
            }
            Self::Attributes(attributes, it) => write!(f, "{attributes} holds of {it}"),
            Self::NoOverlap { one, other, write } => {
                write!(f, "{one} and {other} do not overlap")?;
                match write {
                    Some(write) => write!(f, ": {write} may overwrite what is read"),
                    None => Ok(()),
                }
            }
            Self::Accessible { pointer, bytes, written } => {
                let what = if *written { "written" } else { "read" };
                match bytes {
                    Some(1) => write!(f, "the byte at {pointer} can be {what}"),
                    Some(bytes) => write!(f, "{bytes} bytes at {pointer} can be {what}"),
                    None => write!(f, "the bytes at {pointer} can be {what}"),
                }
            }
            Self::Holds(comparison) => f.write_str(comparison),
            Self::CopyAsValue { bytes, store } => write!(
                f,
                "{store} writes what copying {bytes} bytes does (bytes may be undef or poison in \
                 part, or of pointers: --reading integer-copy)"
            ),
            Self::CopiedStore { copy, from, store } => write!(
                f,
                "{copy} writes what {store} does: it copies what was stored to {from} before, and \
                 a copy of what was stored is not taken as a store"
            ),
            Self::Excluded(it, values) => write!(f, "{it} is not {values}"),
            Self::Equal(one, other) => write!(f, "{one} = {other}"),
            Self::Provenance { one, other, at } => {
                let at = at.as_ref().map_or(String::new(), |at| format!(" where {at}"));
                match other == "null" {
                    true => write!(
                        f,
                        "{one} has the address of null{at}; that it is null, without provenance, \
                         does not follow (§12.7)"
                    ),
                    false => write!(
                        f,
                        "{one} and {other} have one address{at}; that they are one pointer, of \
                         one provenance, does not follow (§12.7)"
                    ),
                }
            }
            Self::Extension { wide, narrow } => write!(f, "{wide} is {narrow} extended"),
            Self::Implies(one, other) => write!(f, "{one} implies {other}"),
            Self::Terminates => f.write_str("the loop terminates"),
            Self::NotReached => f.write_str("the source does not come there either"),
            Self::Never { what, condition } => {
                write!(f, "{condition} never holds, so that {what} is never made")
            }
            Self::Unseen(it) => write!(f, "{it} is overwritten or seen by nobody"),
            Self::Invariant { relation, header: None } => write!(f, "an invariant: {relation}"),
            Self::Invariant { relation, header: Some(header) } => {
                write!(f, "an invariant: {relation}, at header {header}")
            }
            Self::SameBytes { source: (one, count), target: (other, others) } => {
                let more = |count: usize| match count {
                    0 | 1 => String::new(),
                    _ => format!(" and {} more", count - 1),
                };
                let (count, others) = (more(*count), more(*others));
                write!(f, "{one}{count} of the source write what {other}{others} of the target do")
            }
            Self::KnownCall { call, lacks } => {
                write!(f, "{call} returns, and nobody sees that it was made")?;
                match lacks.is_empty() {
                    true => Ok(()),
                    false => write!(f, " (it is not {})", lacks.join(", ")),
                }
            }
            Self::IntrinsicOfMemory { call, why, stores } => {
                write!(f, "{call} writes what ")?;
                match stores {
                    Some(stores) => write!(f, "{stores}")?,
                    None => f.write_str("other instructions of the other function do")?,
                }
                match why.is_empty() {
                    true => f.write_str(" (it is compared as a call)"),
                    false => {
                        write!(f, " (it is compared as a call because of {})", why.join(", "))
                    }
                }
            }
            Self::NoWrite(call, pointer) => write!(f, "{call} does not write at {pointer}"),
            Self::Law(one, other) => write!(f, "a rule by which {one} is {other}"),
            Self::SameChoice => f.write_str(
                "both choose alike: the operation has several results, and each choice of the \
                 target has to be one of the source's",
            ),
            Self::Sampled { fact, sample } => write!(f, "{fact} ({sample})"),
            Self::Known { fact, why } => {
                write!(f, "{fact}: known ({why}), but not used")?;
                match (&**fact, why) {
                    (Self::NoWrite(..), Known::Attributes(_) | Known::Callee(_)) => f.write_str(
                        ": after every call that is compared as a call, memory is taken as \
                         changed",
                    ),
                    (
                        Self::NoWrite(..) | Self::NoOverlap { .. } | Self::Holds(_),
                        Known::Constant(_),
                    ) => {
                        f.write_str(": only a read at a known place is taken from its initialiser")
                    }
                    (_, _) => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_sentences() {
        let call = "call @f()".to_string();
        let known = Missing::KnownCall { call: call.clone(), lacks: vec!["`willreturn`"] };
        let expected =
            "call @f() returns, and nobody sees that it was made (it is not `willreturn`)";
        assert_eq!((known.to_string().as_str(), known.code()), (expected, "known-call"));
        let (source, target) = (("store a".to_string(), 4), ("store b".to_string(), 1));
        let same = Missing::SameBytes { source, target };
        let expected = "store a and 3 more of the source write what store b of the target do";
        assert_eq!(same.to_string(), expected);
        let relation = "%i = %j + 1".to_string();
        let found = Missing::Invariant { relation, header: Some("%loop".to_string()) };
        assert_eq!(found.to_string(), "an invariant: %i = %j + 1, at header %loop");
        let found = Missing::NoWrite(call, "%p".to_string());
        assert_eq!(found.to_string(), "call @f() does not write at %p");
    }
}
