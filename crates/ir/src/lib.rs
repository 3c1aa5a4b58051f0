//! LLVM IR held in memory.
//!
//! A [`Module`] is what one file says. It owns [`Function`]s, whose [`Body`] is made of blocks with
//! *parameters* (instead of `phi`), instructions, edges, values and uses, each named by a `u32` id.
//! Types, constants, attributes, metadata and names live in a [`Context`] that several modules
//! share, so that what is equal in two modules has the same id.
//!
//! [`Opcode`] is the one table of what instructions there are; everything that treats instructions
//! derives from it.
//!
//! ```
//! use tollgate_ir::{Body, Context, NewInst, Opcode, Type};
//!
//! // i32 f(i32 x) { return x + x; }
//! let mut body = Body::new(&[Type::I32]);
//! let x = body.args()[0];
//! let entry = body.create_block();
//! body.append_block(entry);
//! let add = body.create_inst(NewInst::new(Opcode::Add, Type::I32, &[x, x]).with_result());
//! body.append_inst(entry, add);
//! let sum = body.inst(add).result().unwrap();
//! let ret = body.create_inst(NewInst::new(Opcode::Ret, Type::I32, &[sum]));
//! body.append_inst(entry, ret);
//!
//! assert_eq!(body.users(x).count(), 2);
//! assert_eq!(body.terminator(entry), Some(ret));
//! assert!(body.check_lists().is_ok());
//! ```

mod arrangement;
mod attribute;
mod blueprint;
mod body;
mod budget;
mod constant;
mod context;
mod convention;
mod dominators;
mod entity;
mod flags;
mod inst;
mod interner;
mod memory_effects;
mod metadata;
mod module;
mod name;
mod opcode;
mod printable;
pub mod random;
mod span;
mod types;
mod verify;

pub use arrangement::Arrangement;
pub use attribute::{
    Attr, AttrForm, AttrKind, AttrList, AttrListData, AttrSet, FP_CLASSES, Places,
};
pub use blueprint::Blueprint;
pub(crate) use body::UseRange;
pub use body::{
    Block, BlockData, Body, Edge, EdgeData, Inst, Param, ParamData, Use, User, Value, ValueData,
    ValueDef, Wrapped,
};
pub use budget::{Budget, Limit, Over, Phase};
pub use constant::{Const, ConstData, ConstExpr, ConstKind, ExprDetail, InlineAsm, float_bits};
pub use context::{Context, Fork, FrozenContext, Renaming};
pub use convention::{CONVENTIONS, convention_number, convention_word};
pub use dominators::Dominators;
pub use entity::{Entity, Opt, PrimaryMap, SecondaryMap};
pub use flags::Flags;
pub use inst::{AtomicInfo, Bundle, CallInfo, Extra, InstData, NewInst};
pub use interner::Interner;
pub use memory_effects::{Access, MemoryEffects, MemoryPart};
pub use metadata::{Meta, MetaDef, MetaField, MetaFieldValue, MetaKind};
pub use module::{
    Alias, AliasDef, BodyState, ComdatKind, DllStorage, Func, Function, Global, GlobalHeader,
    GlobalRef, GlobalVar, Linkage, Module, Source, Text, ThreadLocal, UnnamedAddr, Visibility,
};
pub use name::{Name, Symbol};
pub use opcode::{
    Class, Effects, FloatPredicate, IntPredicate, Opcode, OpcodeInfo, Ordering, RmwOp, Shape,
};
pub use printable::{printable, printable_lines};
pub use span::{Lines, Position, Span, position};
pub use types::{FloatType, MAX_INT_WIDTH, Type, TypeKind};
pub use verify::{Place, TypeClass, Violation, ViolationKind, verify_function, verify_module};
