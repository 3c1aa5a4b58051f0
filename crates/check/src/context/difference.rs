//! Differences between two modules, or between one global in both.

use std::fmt;

/// A respect in which two modules, or one global of both, differ.
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
    /// Kind of global: function, variable, alias or ifunc.
    Kind,
    /// The type.
    Type,
    /// The address space.
    AddressSpace,
    /// Whether it is thread-local.
    ThreadLocal,
    /// Whether it is constant.
    Constness,
    /// `externally_initialized`.
    ExternallyInitialized,
    /// Which definition the name may resolve to, by its linkage.
    Linkage,
    /// Whether it is visible to other files, if it is no longer.
    Binding,
    /// Whether it is defined.
    Definition,
    /// The contents of a constant.
    Contents,
    /// The initial value of a variable.
    InitialValue,
    /// Block addresses of a function whose blocks may differ.
    BlockAddresses,
    /// The aliasee.
    AliasTarget,
    /// The alignment, if it is less or unknown.
    Alignment,
    /// Whether the address is significant, if it no longer is.
    AddressSignificance,
    /// The section.
    Section,
    /// The partition.
    Partition,
    /// The comdat.
    Comdat,
    /// The storage class of DLLs.
    DllStorage,
    /// Whether other files can replace its definition (`dso_local`, visibility), where that counts.
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
    /// The initialiser of a *variable* does not determine what a function means: memory is any when
    /// it is called. Sections, comdats and the like decide where a symbol is put and which
    /// definition is chosen, which concerns the linker; they are reported once.
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
    /// Whether a read of the object, or of an aliasee, may give another result, however its address
    /// was obtained.
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
            // The contents of a variable when a function is called are part of the environment.
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
    /// The respect.
    pub facet: Facet,
    /// The global; none if it is the module's or the pair's own.
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
