//! [`Havoc`]: external functions do anything that their attributes allow.
//!
//! An environment is a function of the history of observations (§1.1), and the history of a target
//! *refines* that of its source: an argument that is undef there may be 7 here. So that both get
//! the same results, a result depends on the seed and on *which* call it is: the number of earlier
//! calls of the same function. Arguments are compared by the comparison of runs, and need not
//! determine the result.
//!
//! A call that is not an observation (see [`Promise::is_functional`]) may be removed, duplicated
//! and moved, so it is not counted. Its result is a function of its arguments and of the memory
//! that it may read ([`Question`]), and the objects that it returns pointers to do not depend on
//! which call is first (`objects.rs`). If part of that is undef, refinement could change the
//! result: then [`Havoc::doubtful`] is set, and this run cannot be compared with another one.
//!
//! A function may write to objects that are reachable from it, within what `memory(...)` and the
//! [`Terms`] of the call allow, and what it writes depends on the identity of the object, not on
//! its address. All accesses are reported. If configured, it may unwind or not return. One
//! environment serves one run.

mod writes;

use super::objects::{Birth, Objects, POOL, POOL_SIZE, Wanted, name_of};
use super::output::{self, Returned};
use super::question::{Given, MOST_QUESTIONS};
use super::{
    Answer, Conformance, Environment, ExternalCall, Host, Question, Reply, Terms, TermsByCall,
    Thrown, Touch, Via,
};
use crate::arguments::ObjectSpec;
use crate::machine::mix;
use crate::memory::{ByteContent, Memory};
use crate::reach::{Names, Reach, outside_identity};
use crate::shape::{Shape, ShapeKind};
use crate::trap::Trap;
use crate::value::{Prov, Val};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tollgate_ir::random::Random;
use tollgate_ir::{
    Access, Attr, AttrKind, AttrList, AttrSet, Const, Context, FloatType, Global, MemoryEffects,
    MemoryPart, Module, Name, Type, TypeKind,
};
use tollgate_sem::Int;
use tollgate_sem::attributes::FunctionFacts;
use tollgate_sem::call::Kind;
use tollgate_sem::constant;

/// Asserted facts about a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// It accesses no other memory.
    pub effects: MemoryEffects,
    /// It returns or unwinds.
    pub returns: bool,
    /// It does not unwind.
    pub nounwind: bool,
}

impl Promise {
    /// Whether a call with these facts can be observed only through its result and what it writes
    /// to its arguments: nothing else changes by it, and it certainly returns, or, if it writes
    /// nothing, is taken to return. It is also taken not to unwind.
    pub fn is_functional(self) -> bool {
        let hidden =
            [MemoryPart::Inaccessible, MemoryPart::Errno, MemoryPart::Target0, MemoryPart::Target1];
        let writes = |part: MemoryPart| self.effects.access(part).writes();
        !writes(MemoryPart::Other)
            && !hidden.into_iter().any(writes)
            && (self.returns || !writes(MemoryPart::Arguments))
    }

    /// Whether a call with these facts may read memory that a program can read, or that it has
    /// written itself: otherwise its result is a function of its arguments (§7).
    fn reads(self) -> bool {
        MemoryPart::ALL.into_iter().any(|part| self.effects.access(part).reads())
    }

    /// Whether a call with these facts may capture its arguments: there is memory that outlives it.
    /// (What it writes to its arguments, the program sees.)
    pub fn may_remember(self) -> bool {
        self.effects.access(MemoryPart::Other).writes()
            || self.effects.access(MemoryPart::Inaccessible).writes()
    }

    /// Whether the order of calls with these facts and of others is observable: it is not if their
    /// only other effects are on memory that no program can read.
    pub fn is_ordered(self) -> bool {
        !self.returns || self.effects.access(MemoryPart::Other).writes()
    }
}

/// An adversarial, deterministic environment. See the module.
#[derive(Clone, Debug)]
pub struct Havoc {
    /// Determines all results that are not given.
    pub seed: u64,
    /// Whether functions without `nounwind` may unwind.
    pub may_unwind: bool,
    /// Whether functions without `willreturn` may never return.
    pub may_hang: bool,
    /// Whether functions may return poison and undef.
    pub may_return_undef: bool,
    /// Whether functions write to memory at all.
    pub may_write: bool,
    /// Whether there are objects from the beginning whose addresses functions return. Both programs
    /// of a pair must agree on it: the environment reads and writes such objects.
    pub has_pool: bool,
    /// Whether variables that are not constant begin with contents other than their initialisers,
    /// as in a later call of the function.
    pub old_globals: bool,
    /// Results of functions with these names, one call after another.
    pub answers: FxHashMap<Vec<u8>, Vec<Val>>,
    /// Initial contents of variables with these names.
    pub globals: FxHashMap<Vec<u8>, ObjectSpec>,
    /// Facts about functions with these names, besides the attributes in this module.
    pub promises: Arc<FxHashMap<Vec<u8>, Promise>>,
    /// Objects of arguments with these numbers are reachable only if they are passed: those of
    /// `noalias` parameters.
    pub protected: Vec<u32>,
    /// Objects of arguments with these numbers are not written through pointers that are passed:
    /// those of `readonly` parameters.
    pub read_only: Vec<u32>,
    /// The attributes under which calls of the source were answered, if this is the target of a
    /// pair.
    pub follows: Option<Arc<TermsByCall>>,
    /// The attributes under which calls were answered.
    pub terms_by_call: TermsByCall,
    /// Whether a result would differ if undef bits were fixed, or may differ for other reasons.
    pub doubtful: bool,
    /// The number of calls of each function.
    counts: FxHashMap<u64, u64>,
    /// Objects of the program that have escaped to the environment.
    known: Vec<Escaped>,
    /// Objects of the environment whose addresses functions return.
    objects: Objects,
    /// Keys of the calls so far that may have written to all objects of the environment.
    writers: Vec<u64>,
    volatile_loads: u64,
    /// The questions of calls that are not observed and that were given pointers, each once, and at
    /// most one more than [`MOST_QUESTIONS`].
    pub questions: Vec<Question>,
    /// Keys of calls that are not observed and that returned a new object.
    new_for: FxHashSet<u64>,
}

/// An object of the program that has escaped to the environment.
#[derive(Clone, Copy, Debug)]
struct Escaped {
    prov: Prov,
    /// Its identity, the same in both runs of a pair.
    identity: u64,
    /// Whether the call that it escaped to does not capture it.
    denied: bool,
    /// Whether it is captured only in memory that no program can read, so that calls that do not
    /// read that memory do not find it.
    hidden: bool,
}

/// An object that a call may write to.
#[derive(Clone, Copy, Debug)]
struct Writable {
    prov: Prov,
    /// Its identity, the same in both runs of a pair.
    identity: u64,
    via: Via,
}

/// A call that needs a value.
#[derive(Clone, Copy)]
struct Asker<'a> {
    call: &'a ExternalCall<'a>,
    terms: &'a Terms,
    promise: Promise,
}

impl Asker<'_> {
    /// Since when the objects exist whose addresses it returns.
    fn birth(&self) -> Birth {
        match self.promise.is_functional() || !self.promise.is_ordered() {
            true => Birth::Beginning,
            false => Birth::Call,
        }
    }

    /// Whether it may return or store pointers that were passed to earlier calls. A call that is
    /// not observed may do so only if it reads the memory where they were captured: that memory is
    /// then part of its key.
    fn recalls(&self, known: &Escaped) -> bool {
        !self.promise.is_functional()
            || self.promise.effects.access(MemoryPart::Other).reads() && !known.hidden
    }
}

/// Maximum depth of nested types searched for pointers.
const MAX_NESTING: u32 = 16;
/// Maximum size in bytes of an object whose address a function returns.
const MOST_ROOM: u64 = 1 << 20;

impl Havoc {
    /// An environment with this seed in which every function returns.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            may_unwind: false,
            may_hang: false,
            may_return_undef: false,
            may_write: true,
            has_pool: true,
            old_globals: false,
            answers: FxHashMap::default(),
            globals: FxHashMap::default(),
            promises: Arc::default(),
            protected: Vec::new(),
            read_only: Vec::new(),
            follows: None,
            terms_by_call: TermsByCall::default(),
            doubtful: false,
            counts: FxHashMap::default(),
            known: Vec::new(),
            objects: Objects::default(),
            writers: Vec::new(),
            volatile_loads: 0,
            questions: Vec::new(),
            new_for: FxHashSet::default(),
        }
    }

    /// An environment with this seed for runs that begin with a function of these attributes: facts
    /// that they assert about the environment are satisfied.
    pub fn for_function(seed: u64, ctx: &Context, attrs: AttrList) -> Self {
        let attrs = ctx.attr_list_data(attrs);
        let with = |kinds: &[AttrKind]| -> Vec<u32> {
            let has =
                |&index: &usize| kinds.iter().any(|&kind| ctx.has_attr(attrs.param(index), kind));
            (0..attrs.params.len()).filter(has).map(|index| index as u32).collect()
        };
        let restricted = ctx.attrs(attrs.function).iter().any(|attr| {
            matches!(
                attr,
                Attr::Memory(_)
                    | Attr::Flag(AttrKind::ReadNone | AttrKind::ReadOnly | AttrKind::WriteOnly)
            )
        });
        Self {
            protected: with(&[AttrKind::NoAlias]),
            read_only: with(&[AttrKind::ReadOnly, AttrKind::ReadNone]),
            may_write: !restricted,
            ..Self::new(seed)
        }
    }

    fn random(&self, key: u64) -> Random {
        let mut random = Random::new(self.seed ^ key.rotate_left(32));
        random.next_u64();
        random
    }

    /// The key of a call, which determines its result. Memory that is read for it is added to
    /// `touches`.
    fn key(
        &mut self,
        call: &ExternalCall<'_>,
        own: &Terms,
        host: &Host<'_, '_>,
        touches: &mut Vec<Touch>,
    ) -> u64 {
        let name = call.name.iter().fold(7u64, |digest, byte| mix(digest, u64::from(*byte)));
        let promise = self.promise(call, host);
        if !promise.is_functional() && promise.reads() {
            let count = self.counts.entry(name).or_default();
            *count += 1;
            let count = *count;
            let writes = promise.effects.access(MemoryPart::Arguments).writes();
            if writes && !promise.is_ordered() {
                self.note_places(name, count, call, own, host);
            }
            return mix(name, count);
        }
        self.doubtful |= !call.args.iter().all(Val::is_well_defined);
        let question = self.question(name, call, own, promise.effects, host, touches);
        let key = question.key;
        self.keep(question, call.args);
        key
    }

    /// Records a question, if it has pointers.
    fn keep(&mut self, question: Question, args: &[Val]) {
        let is_place = |arg: &Val| matches!(arg, Val::Ptr { .. }) || arg.as_parts().is_some();
        let known = self.questions.iter().any(|known| known.is_same(&question));
        if args.iter().any(is_place) && !known && self.questions.len() <= MOST_QUESTIONS {
            self.questions.push(question);
        }
    }

    /// Adds the sizes of the objects around pointers that a call may write through: its result does
    /// not depend on other properties of them.
    fn note_places(
        &mut self,
        name: u64,
        count: u64,
        call: &ExternalCall<'_>,
        own: &Terms,
        host: &Host<'_, '_>,
    ) {
        let names = Names { ctx: host.machine.ctx(), module: host.machine.module() };
        let mut given = Vec::new();
        for (index, arg) in call.args.iter().enumerate() {
            Given::add(&mut given, arg, own.sight(index, Access::Write), host.memory, names);
        }
        let question = Question::new(name, given, count, None, shared(call.args));
        self.keep(question, call.args);
    }

    /// The question of a call that is not observed. Memory that is read for it is added to
    /// `touches`.
    fn question(
        &mut self,
        name: u64,
        call: &ExternalCall<'_>,
        own: &Terms,
        effects: MemoryEffects,
        host: &Host<'_, '_>,
        touches: &mut Vec<Touch>,
    ) -> Question {
        let names = Names { ctx: host.machine.ctx(), module: host.machine.module() };
        let access = effects.access(MemoryPart::Arguments);
        let (mut given, mut through) = (Vec::new(), Reach::default());
        for (index, arg) in call.args.iter().enumerate() {
            let first = given.len();
            Given::add(&mut given, arg, own.sight(index, access), host.memory, names);
            for around in given[first..].iter().filter_map(Given::around) {
                self.doubtful |= around.is_undef;
                let ((start, size), prov) = (around.read, around.prov);
                if size > 0 {
                    touches.push(Touch {
                        prov,
                        start,
                        size,
                        writes: false,
                        via: Via::Argument(index),
                    });
                    host.memory
                        .stored_pointers(prov)
                        .into_iter()
                        .for_each(|prov| through.add_object(prov));
                }
            }
        }
        let reach = self.readable(call, own, effects, host);
        if !effects.access(MemoryPart::Other).reads() {
            through = Reach::default();
        }
        for prov in reach.objects(host.memory).into_iter().chain(through.objects(host.memory)) {
            self.doubtful |= host.memory.contents(prov).any(|byte| byte.shadow.undef_mask() != 0);
            let given = call.args.iter().position(|arg| Reach::pointers_of(arg).contains(&prov));
            if let Some(object) = host.memory.object(prov) {
                let via = given.map_or(Via::Known, Via::Argument);
                touches.push(Touch {
                    prov,
                    start: object.base(),
                    size: object.size(),
                    writes: false,
                    via,
                });
            }
        }
        let follows = (!through.roots().is_empty()).then(|| through.digest(host.memory, names));
        let shares = access.writes().then(|| shared(call.args)).flatten();
        Question::new(name, given, reach.digest(host.memory, names), follows, shares)
    }

    /// The facts about a call.
    fn promise(&self, call: &ExternalCall<'_>, host: &Host<'_, '_>) -> Promise {
        let own = Promise {
            effects: call.effects,
            returns: will_return(call, host),
            nounwind: !call.may_unwind,
        };
        match self.promises.get(call.name) {
            Some(more) => Promise {
                effects: own.effects.intersect(more.effects),
                returns: own.returns || more.returns,
                nounwind: own.nounwind || more.nounwind,
            },
            None => own,
        }
    }

    /// An object of the environment that is not in the pool.
    fn make(&mut self, wanted: Wanted, host: &mut Host<'_, '_>) -> Result<Prov, Trap> {
        if let Some(prov) = self.objects.find(&wanted)? {
            return Ok(prov);
        }
        let mut earlier = Vec::new();
        if wanted.birth == Birth::Beginning && self.may_write {
            let identity = outside_identity(name_of(&wanted));
            let changes = |&key: &u64| self.changes(key, identity, wanted.size, host.memory);
            earlier.extend(self.writers.iter().map(changes).filter(|changes| !changes.is_empty()));
        }
        // Metadata of the earlier calls may exclude these writes, and is not evaluated here.
        self.doubtful |= !earlier.is_empty();
        Ok(self.objects.make(wanted, self.seed, &earlier, host.memory)?)
    }

    /// An address that a function returns.
    fn pointer(
        &mut self,
        attrs: &[AttrSet],
        random: &mut Random,
        asker: Option<Asker<'_>>,
        host: &mut Host<'_, '_>,
    ) -> Result<Val, Trap> {
        let ctx = host.machine.ctx();
        let has = |kind: AttrKind| attrs.iter().any(|&set| ctx.has_attr(set, kind));
        let number = |kind: AttrKind| {
            attrs.iter().filter_map(|&set| ctx.int_attr(set, kind)).max().unwrap_or(0)
        };
        let needed = number(AttrKind::Dereferenceable);
        let allocated = asker.map_or((0, 1), |asker| asker.terms.allocated);
        let room = needed.max(number(AttrKind::DereferenceableOrNull)).max(allocated.0);
        let align = number(AttrKind::Align).max(allocated.1).clamp(16, 1 << 20);
        if room > MOST_ROOM {
            // No object satisfies the attributes.
            self.doubtful |= needed > 0 || has(AttrKind::NonNull);
            return Ok(Val::NULL);
        }
        if needed == 0 && !has(AttrKind::NonNull) && random.below(4) == 0 {
            return Ok(Val::NULL);
        }
        let size = room.max(POOL_SIZE);
        if has(AttrKind::NoAlias) {
            // `noalias`: it belongs to the program, as if the program had allocated it.
            let prov = host.memory.allocate_heap(size, align)?;
            let bytes = (0..size).map(|_| ByteContent::plain(random.next_u64() as u8));
            host.memory.initialise(prov, 0, bytes);
            return Ok(host.start_of(prov));
        }
        if room > POOL_SIZE || align > 16 {
            let birth = asker.map_or(Birth::Call, |asker| asker.birth());
            let prov = self.make(Wanted { number: random.next_u64(), size, align, birth }, host)?;
            return Ok(host.start_of(prov));
        }
        // Often a pointer that was passed to this call or an earlier one.
        let given = asker.map(|asker| self.given(asker, host)).unwrap_or_default();
        if room == 0 && number(AttrKind::Align) <= 1 && !given.is_empty() && random.below(3) == 0 {
            return Ok(given[random.below(given.len() as u64) as usize].clone());
        }
        let prov = self.objects.pool(self.seed, host.memory)?[random.below(POOL) as usize];
        Ok(host.start_of(prov))
    }

    /// The pointers that a call may return or store: those that it is passed, and those that
    /// escaped earlier.
    fn given(&self, asker: Asker<'_>, host: &Host<'_, '_>) -> Vec<Val> {
        let args = asker.call.args.iter().enumerate();
        let now =
            args.filter(|(index, _)| asker.terms.allow_keeping(*index)).map(|(_, arg)| arg.clone());
        let before = self.known.iter().filter(|known| asker.recalls(known));
        now.filter(|arg| matches!(arg, Val::Ptr { addr, .. } if *addr != 0))
            .chain(before.map(|known| host.start_of(known.prov)))
            .collect()
    }

    /// A value of a shape: often a boundary one.
    fn value(
        &mut self,
        shape: &Shape,
        attrs: &[AttrSet],
        random: &mut Random,
        asker: Option<Asker<'_>>,
        host: &mut Host<'_, '_>,
    ) -> Result<Val, Trap> {
        let ctx = host.machine.ctx();
        // An allocation returns null or a new address.
        let allocates = asker.is_some_and(|asker| asker.terms.allocated != (0, 1));
        let defined = allocates || attrs.iter().any(|&set| ctx.has_attr(set, AttrKind::NoUndef));
        if self.may_return_undef && !defined {
            match random.below(4) {
                0 => return Ok(Val::Poison),
                1 => return Ok(Val::Undef),
                _ => {}
            }
        }
        Ok(match &shape.kind {
            ShapeKind::Void | ShapeKind::Opaque => Val::Bits(0),
            ShapeKind::Int(width) => {
                let value = random_int(*width, random);
                let ranges = attrs.iter().flat_map(|&set| ctx.attrs(set));
                Val::int(ranges.fold(value, |value, attr| match attr {
                    Attr::Range(low, high) => into_range(ctx, value, *low, *high),
                    _ => value,
                }))
            }
            ShapeKind::Float(ty) => random_float(*ty, random),
            ShapeKind::Ptr(_) => self.pointer(attrs, random, asker, host)?,
            ShapeKind::Vector { .. } | ShapeKind::Array { .. } | ShapeKind::Struct(_) => {
                let count = shape.part_count().unwrap_or(0);
                let mut parts = Vec::with_capacity(count);
                for index in 0..count {
                    if let Some(part) = shape.part(index) {
                        parts.push(self.value(part, attrs, random, asker, host)?);
                    }
                }
                Val::parts(parts)
            }
        })
    }

    /// The result of a call with this key.
    fn result(
        &mut self,
        asker: Asker<'_>,
        key: u64,
        random: &mut Random,
        host: &mut Host<'_, '_>,
    ) -> Result<Option<Val>, Trap> {
        let Asker { call, terms, promise } = asker;
        if matches!(call.result.kind, ShapeKind::Void) {
            return Ok(None);
        }
        let (ctx, attrs) = (host.machine.ctx(), terms.result);
        // `noalias`, and the same as the result of an equal call: an optimiser may rely on either.
        if promise.is_functional() && attrs.iter().any(|&set| ctx.has_attr(set, AttrKind::NoAlias))
        {
            self.doubtful |= !self.new_for.insert(key);
        }
        self.value(call.result, &attrs, random, Some(asker), host).map(Some)
    }
}

/// A digest of which arguments point to the same objects; none if they all point to different ones.
fn shared(args: &[Val]) -> Option<u64> {
    let objects: Vec<Prov> = args.iter().flat_map(Reach::pointers_of).collect();
    let first = |prov: &Prov| objects.iter().position(|other| other == prov).unwrap_or(0);
    let firsts: Vec<usize> = objects.iter().map(first).collect();
    let shares = firsts.iter().enumerate().any(|(index, &first)| index != first);
    shares.then(|| firsts.iter().fold(1, |digest, &first| mix(digest, first as u64)))
}

/// Boundary values half of the time.
pub(crate) fn random_int(width: u32, random: &mut Random) -> Int {
    match random.below(10) {
        0 => Int::zero(width),
        1 => Int::one(width),
        2 => Int::all_ones(width),
        3 => Int::signed_min(width),
        4 => Int::signed_max(width),
        5 => Int::new(width.min(64), random.below(16)).zext_or_trunc(width),
        _ => Int::from_limbs(width, (0..width.div_ceil(64)).map(|_| random.next_u64()).collect()),
    }
}

/// Special values half of the time.
pub(crate) fn random_float(ty: FloatType, random: &mut Random) -> Val {
    use tollgate_sem::Float;
    let special = match random.below(10) {
        0 => Float::zero(ty, false),
        1 => Float::zero(ty, true),
        2 => Float::infinity(ty, random.below(2) == 0),
        3 => Float::preferred_nan(ty),
        4 => Float::largest(ty, false),
        5..=7 => Float::from_int(ty, &Int::from_i64(32, random.below(200) as i64 - 100), true),
        _ => {
            let bits = random_int(ty.bits(), random);
            let float = Float::from_bits(ty, bits.to_u128().unwrap_or(0));
            // Encodings that mean nothing are of no use.
            float.class().map(|_| float)
        }
    };
    match special {
        Ok(float) => crate::pure::float_value(float),
        Err(_) => Val::int(Int::zero(ty.bits())),
    }
}

/// The number itself, or one in the range `low..high`.
pub fn into_range(ctx: &Context, value: Int, low: Const, high: Const) -> Int {
    let width = value.width();
    let bound =
        |id: Const| constant::int_of_width(ctx, id, width).unwrap_or_else(|| Int::zero(width));
    let (low, high) = (bound(low), bound(high));
    let span = high.sub(&low);
    if span.is_zero() || value.sub(&low).ult(&span) {
        return value;
    }
    low.add(&value.urem(&span))
}

impl Havoc {
    /// The attributes under which a call is answered: those of the source's call where a target is
    /// run, otherwise its own.
    fn agree(&mut self, key: u64, own: &Terms) -> Terms {
        let followed = self.follows.as_ref().and_then(|terms| terms.get(&key));
        let terms = followed.unwrap_or(own).clone();
        let known = self.terms_by_call.entry(key).or_insert_with(|| terms.clone());
        // Two calls with the same key and different attributes.
        self.doubtful |= *known != terms;
        terms
    }

    /// The result of a call that was given. The machine checks the attributes of the result.
    fn given_answer(&self, call: &ExternalCall<'_>) -> Option<Val> {
        let answers = self.answers.get(call.name)?;
        let name = call.name.iter().fold(7u64, |digest, byte| mix(digest, u64::from(*byte)));
        let count = self.counts.get(&name).copied().unwrap_or(0) as usize;
        answers.get(count.saturating_sub(1)).cloned()
    }

    /// What an output function of the C library returns, and whether it is unsettled.
    fn output(
        &mut self,
        call: &ExternalCall<'_>,
        random: &mut Random,
        memory: &mut Memory,
    ) -> (Option<Val>, bool) {
        self.doubtful |= output::is_odd(call, memory);
        if matches!(call.result.kind, ShapeKind::Void) {
            return (None, false);
        }
        match output::returned(call, random, memory) {
            Returned::Settled(value) => (Some(value), false),
            Returned::Unsettled(value) => (Some(value), true),
            Returned::Unknown => {
                self.doubtful = true;
                (Some(Val::Undef), true)
            }
        }
    }

    /// The outcome of a call after its writes.
    fn answer(
        &mut self,
        call: &ExternalCall<'_>,
        terms: &Terms,
        (promise, key): (Promise, u64),
        random: &mut Random,
        host: &mut Host<'_, '_>,
    ) -> Result<Answer, Trap> {
        let functional = promise.is_functional();
        if !functional {
            if self.may_hang && random.below(8) == 0 && !promise.returns {
                return Ok(Answer::NotReturned);
            }
            if self.may_unwind && !promise.nounwind && promise.is_ordered() && random.below(4) == 0
            {
                let number = random.next_u64();
                let prov =
                    self.make(Wanted { number, size: 16, align: 16, birth: Birth::Call }, host)?;
                let object = host.start_of(prov);
                return Ok(Answer::Unwind(Thrown { object, type_info: None }));
            }
        }
        if matches!(call.result.kind, ShapeKind::Void) {
            return Ok(Answer::Return(None));
        }
        if let Some(at) = terms.returned() {
            self.doubtful |= terms.contradict();
            // An argument of another type is returned as its bits.
            self.doubtful |= call.types.get(at) != Some(&call.result_type);
            if let Some(arg) = call.args.get(at) {
                return Ok(Answer::Return(Some(arg.clone())));
            }
        }
        if !functional && let Some(value) = self.given_answer(call) {
            return Ok(Answer::Return(Some(value)));
        }
        self.result(Asker { call, terms, promise }, key, random, host).map(Answer::Return)
    }
}

impl Environment for Havoc {
    fn begin(&mut self, host: &mut Host<'_, '_>) -> Result<(), Trap> {
        if self.has_pool {
            self.objects.pool(self.seed, host.memory)?;
        }
        Ok(())
    }

    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let promise = self.promise(call, host);
        let own = Terms::of(call, host);
        let mut touches = Vec::new();
        let key = self.key(call, &own, host, &mut touches);
        let terms = self.agree(key, &own);
        let mut random = self.random(key);
        if self.may_write && !output::is_output(call.name) {
            self.write(call, &terms, key, host, &mut touches);
        }
        let conformance = if self.follows.is_some() && self.breaks(&touches, call, &own) {
            Conformance::Violated
        } else if terms == own {
            Conformance::Own
        } else {
            Conformance::Other
        };
        if !promise.is_functional() && promise.may_remember() && !output::is_output(call.name) {
            self.remember(call, &terms, &own, (promise, key), host);
        }
        let (answer, unsettled) = if output::is_output(call.name) {
            let (value, unsettled) = self.output(call, &mut random, host.memory);
            (Answer::Return(value), unsettled)
        } else {
            (self.answer(call, &terms, (promise, key), &mut random, host)?, false)
        };
        Ok(Reply { answer, observed: true, touches, conformance, unsettled })
    }

    fn volatile_load(&mut self, _: &Val, shape: &Shape, host: &mut Host<'_, '_>) -> Option<Val> {
        self.volatile_loads += 1;
        let mut random = self.random(mix(11, self.volatile_loads));
        // Pointers to no object would make the run undefined.
        if shape.holds_pointers() || random.below(2) == 0 {
            return None;
        }
        let undef = std::mem::take(&mut self.may_return_undef);
        let value = self.value(shape, &[], &mut random, None, host).ok();
        self.may_return_undef = undef;
        value
    }

    fn initial_contents(
        &mut self,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Option<Vec<ByteContent>> {
        let module = host.machine.module();
        let variable = &module.globals[global];
        let names = Names { ctx: host.machine.ctx(), module };
        let given = match variable.header.name {
            Name::Named(name) => self.globals.get(names.ctx.bytes(name)).cloned(),
            Name::Numbered(_) => None,
        };
        let outside = variable.init.is_none() || variable.externally_initialized;
        if let Some(object) = given
            && (outside || !variable.constant)
        {
            return Some(self.given_contents(&object, global, host));
        }
        if !outside && (variable.constant || !self.old_globals) {
            return None;
        }
        let mut random = self.random(names.name(variable.header.name));
        let size = host.machine.shape(variable.ty).map_or(0, |shape| shape.stride);
        Some((0..size).map(|_| ByteContent::plain(random.next_u64() as u8)).collect())
    }

    fn library_global(&mut self, _: &[u8], _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }
}

impl Havoc {
    /// The bytes of a variable whose contents are given, with the objects made that they point to.
    fn given_contents(
        &mut self,
        object: &ObjectSpec,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Vec<ByteContent> {
        let module = host.machine.module();
        let names = Names { ctx: host.machine.ctx(), module };
        // Numbers that are the same in every module that has the variable.
        let first =
            names.name(module.globals[global].header.name) as u32 & 0x00ff_ff00 | 0x0100_0000;
        match crate::arguments::build_contents(object, first, host.memory) {
            Ok(contents) => contents,
            // Without room for the objects the pointers are null.
            Err(_) => object.contents.clone(),
        }
    }
}

fn will_return(call: &ExternalCall<'_>, host: &Host<'_, '_>) -> bool {
    let ctx = host.machine.ctx();
    let declared = ctx.attr_list_data(host.machine.module().functions[call.func].attrs).function;
    ctx.has_attr(declared, AttrKind::WillReturn)
        || ctx.has_attr(call.site_attrs, AttrKind::WillReturn)
}

/// The effects of a function, by these attribute sets of it and of a call.
pub fn effects_of(ctx: &Context, sets: &[AttrSet]) -> MemoryEffects {
    FunctionFacts::of(ctx, sets).memory
}

/// Whether a function of a module without a body may return pointers, and is not an executed
/// function of the C library: then the environment has objects that they point to.
pub fn gives_pointers(ctx: &Context, module: &Module) -> bool {
    module.functions.values().any(|function| {
        let TypeKind::Function { ret, .. } = ctx.kind(function.ty) else { return false };
        let executed = match function.header.name {
            Name::Named(name) => crate::libc::is_silent(ctx.bytes(name)),
            Name::Numbered(_) => false,
        };
        function.is_declaration()
            && !executed
            && Kind::of(ctx, function) == Kind::Plain
            && has_pointers(ctx, *ret, 0)
    })
}

/// Whether values of a type may hold pointers. Deeper nesting than the limit counts as yes.
fn has_pointers(ctx: &Context, ty: Type, depth: u32) -> bool {
    match ctx.kind(ctx.structural(ty)) {
        _ if depth > MAX_NESTING => true,
        TypeKind::Ptr(_) => true,
        TypeKind::Vector { elem, .. } | TypeKind::Array { elem, .. } => {
            has_pointers(ctx, *elem, depth + 1)
        }
        TypeKind::Struct { fields, .. } => {
            fields.iter().any(|&field| has_pointers(ctx, field, depth + 1))
        }
        _ => false,
    }
}
