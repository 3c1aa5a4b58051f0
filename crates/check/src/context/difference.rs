//! What two modules may say differently of one thing.

use std::fmt;

/// One respect in which two modules, or one global of both, differ.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Facet {
    /// `target datalayout`.
    DataLayout,
    /// `target triple`.
    Triple,
    /// `module asm`.
    ModuleAsm,
    /// The module flag of this name.
    ModuleFlag(String),
    /// A function, a variable, an alias or an ifunc.
    Kind,
    /// The type.
    Type,
    /// The address space.
    AddressSpace,
    /// Whether every thread has its own.
    ThreadLocal,
    /// Whether it is constant.
    Constness,
    /// `externally_initialized`.
    ExternallyInitialized,
    /// What the linkage says of who is meant by the name.
    Linkage,
    /// Whether other files see it, if they no longer do.
    Binding,
    /// Whether it is defined.
    Definition,
    /// The contents of a constant.
    Contents,
    /// The initial value of a variable.
    InitialValue,
    /// Block addresses of a function whose blocks may be others.
    BlockAddresses,
    /// What an alias stands for.
    AliasTarget,
    /// The alignment, if it is less or unknown.
    Alignment,
    /// Whether the address matters, if it matters less.
    AddressSignificance,
    /// The section.
    Section,
    /// The partition.
    Partition,
    /// The comdat.
    Comdat,
    /// The storage class of DLLs.
    DllStorage,
    /// Whether other files can put another definition in its place (`dso_local`, visibility), where
    /// that counts.
    Interposition,
    /// The calling convention.
    Convention,
    /// An attribute that changes meaning.
    Attribute(String),
    /// The garbage collector.
    GarbageCollector,
    /// Data before or in front of the code.
    PrefixData,
    /// The personality routine.
    Personality,
    /// Metadata of this kind.
    Metadata(String),
}

impl Facet {
    /// Whether functions that mention a global with this difference cannot be compared.
    ///
    /// The initial value of a *variable* is no part of what a function means: when it is called,
    /// memory is what it is. Sections, comdats and the like say where a symbol is put and who may
    /// replace it, which concerns whoever links the file; they are reported once.
    pub fn blocks_users(&self) -> bool {
        match self {
            Self::InitialValue | Self::Binding | Self::Section | Self::Partition | Self::Comdat => {
                false
            }
            Self::DataLayout
            | Self::Triple
            | Self::ModuleAsm
            | Self::ModuleFlag(_)
            | Self::Kind
            | Self::Type
            | Self::AddressSpace
            | Self::ThreadLocal
            | Self::Constness
            | Self::ExternallyInitialized
            | Self::Linkage
            | Self::Definition
            | Self::Contents
            | Self::BlockAddresses
            | Self::AliasTarget
            | Self::Alignment
            | Self::AddressSignificance
            | Self::DllStorage
            | Self::Interposition
            | Self::Convention
            | Self::Attribute(_)
            | Self::GarbageCollector
            | Self::PrefixData
            | Self::Personality
            | Self::Metadata(_) => true,
        }
    }
}

impl Facet {
    /// Whether who reads the object, or what it stands for, may find something else, whoever gave
    /// them its address.
    pub fn concerns_readers(&self) -> bool {
        match self {
            Self::Contents | Self::BlockAddresses | Self::AliasTarget | Self::Kind | Self::Type => {
                true
            }
            Self::Constness
            | Self::ExternallyInitialized
            | Self::ThreadLocal
            | Self::Definition => true,
            Self::DataLayout | Self::Triple | Self::ModuleAsm | Self::ModuleFlag(_) => false,
            // What a variable holds when a function is called is part of the environment.
            Self::InitialValue => false,
            Self::AddressSpace | Self::Linkage | Self::Binding | Self::Alignment => false,
            Self::AddressSignificance | Self::Section | Self::Partition | Self::Comdat => false,
            Self::DllStorage | Self::Interposition | Self::Convention | Self::Attribute(_) => false,
            Self::GarbageCollector | Self::PrefixData | Self::Personality | Self::Metadata(_) => {
                false
            }
        }
    }
}

impl fmt::Display for Facet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DataLayout => "data layout",
            Self::Triple => "target triple",
            Self::ModuleAsm => "module assembly",
            Self::ModuleFlag(name) => return write!(f, "module flag {name}"),
            Self::Kind => "kind",
            Self::Type => "type",
            Self::AddressSpace => "address space",
            Self::ThreadLocal => "thread-local storage",
            Self::Constness => "constness",
            Self::ExternallyInitialized => "external initialisation",
            Self::Linkage => "linkage",
            Self::Binding => "binding",
            Self::Definition => "definition",
            Self::Contents => "contents",
            Self::InitialValue => "initial value",
            Self::BlockAddresses => "block addresses",
            Self::AliasTarget => "alias target",
            Self::Alignment => "alignment",
            Self::AddressSignificance => "significance of the address",
            Self::Section => "section",
            Self::Partition => "partition",
            Self::Comdat => "comdat",
            Self::DllStorage => "DLL storage class",
            Self::Interposition => "interposition",
            Self::Convention => "calling convention",
            Self::Attribute(word) => return write!(f, "attribute `{word}`"),
            Self::GarbageCollector => "garbage collector",
            Self::PrefixData => "prefix data",
            Self::Personality => "personality",
            Self::Metadata(kind) => return write!(f, "metadata !{kind}"),
        })
    }
}

/// A difference that keeps a pair from being compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// In what.
    pub facet: Facet,
    /// Of which global; none if it is the module's or the pair's own.
    pub global: Option<String>,
    /// The constant or alias that leads to it, if the function does not mention it itself.
    pub through: Option<String>,
}

impl From<Facet> for Difference {
    fn from(facet: Facet) -> Self {
        Self { facet, global: None, through: None }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "different {}", self.facet)?;
        if let Some(global) = &self.global {
            write!(f, " of @{global}")?;
        }
        if let Some(through) = &self.through {
            write!(f, ", reached through @{through}")?;
        }
        Ok(())
    }
}
