//! The standard streams: `printf` and its family, `puts`, `fwrite`, `getchar`, ...

use super::arguments::{Args, nothing, null, write_string};
use super::format::{Source, format};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host};
use crate::outcome::UbReason;
use crate::trap::Trap;
use crate::value::{Prov, Val};

const EOF: i64 = -1;

type Library<'a, 'w> = &'a mut CLibrary<'w>;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"printf" => |library, args, host| print(library, args, host, 0, Where::Output, false),
        b"vprintf" => |library, args, host| print(library, args, host, 0, Where::Output, true),
        b"__printf_chk" => {
            |library, args, host| print(library, args, host, 1, Where::Output, false)
        }
        b"__vprintf_chk" => {
            |library, args, host| print(library, args, host, 1, Where::Output, true)
        }
        b"fprintf" => |library, args, host| print(library, args, host, 1, Where::Stream, false),
        b"vfprintf" => |library, args, host| print(library, args, host, 1, Where::Stream, true),
        b"__fprintf_chk" => {
            |library, args, host| print(library, args, host, 2, Where::Stream, false)
        }
        b"__vfprintf_chk" => {
            |library, args, host| print(library, args, host, 2, Where::Stream, true)
        }
        b"sprintf" => {
            |library, args, host| print(library, args, host, 1, Where::Buffer(None), false)
        }
        b"vsprintf" => {
            |library, args, host| print(library, args, host, 1, Where::Buffer(None), true)
        }
        b"__sprintf_chk" => {
            |library, args, host| print(library, args, host, 3, Where::Buffer(None), false)
        }
        b"__vsprintf_chk" => {
            |library, args, host| print(library, args, host, 3, Where::Buffer(None), true)
        }
        b"snprintf" => {
            |library, args, host| print(library, args, host, 2, Where::Buffer(Some(1)), false)
        }
        b"vsnprintf" => {
            |library, args, host| print(library, args, host, 2, Where::Buffer(Some(1)), true)
        }
        b"__snprintf_chk" => {
            |library, args, host| print(library, args, host, 4, Where::Buffer(Some(1)), false)
        }
        b"__vsnprintf_chk" => {
            |library, args, host| print(library, args, host, 4, Where::Buffer(Some(1)), true)
        }
        b"asprintf" => |library, args, host| print(library, args, host, 1, Where::New, false),
        b"vasprintf" => |library, args, host| print(library, args, host, 1, Where::New, true),
        b"puts" => puts,
        b"putchar" | b"putchar_unlocked" => putchar,
        b"fputs" | b"fputs_unlocked" => fputs,
        b"fputc" | b"putc" | b"_IO_putc" | b"putc_unlocked" | b"fputc_unlocked" => fputc,
        b"fwrite" | b"fwrite_unlocked" => fwrite,
        b"fflush" | b"fflush_unlocked" => fflush,
        b"perror" => perror,
        b"getchar" | b"getchar_unlocked" => getchar,
        b"fgetc" | b"getc" | b"_IO_getc" => fgetc,
        b"ungetc" => ungetc,
        b"fgets" => fgets,
        b"fread" => fread,
        b"feof" => feof,
        b"ferror" => ferror,
        b"setvbuf" | b"setbuf" | b"setlinebuf" => setvbuf,
        b"fclose" => fclose,
        _ => return None,
    })
}

/// Where formatted text goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Where {
    /// The standard output.
    Output,
    /// The stream that is the first argument.
    Stream,
    /// The buffer that is the first argument; its size is this argument.
    Buffer(Option<usize>),
    /// A new heap object, whose address is stored where the first argument points.
    New,
}

/// A standard stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stream {
    Output,
    Error,
    Input,
}

fn stream(library: &CLibrary<'_>, pointer: (Prov, u64)) -> Result<Stream, Trap> {
    let is = |name: &str| library.objects.get(name) == Some(&pointer.0);
    if is("stdout") {
        Ok(Stream::Output)
    } else if is("stderr") {
        Ok(Stream::Error)
    } else if is("stdin") {
        Ok(Stream::Input)
    } else {
        Err(UbReason::Library("stream that is not open").into())
    }
}

fn write_to(library: Library<'_, '_>, to: Stream, bytes: &[u8]) -> Result<bool, Trap> {
    match to {
        Stream::Output => library.write(bytes)?,
        Stream::Error => {
            let _ = library.errors.write_all(bytes);
        }
        Stream::Input => return Ok(false),
    }
    Ok(true)
}

fn print(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
    format_at: usize,
    to: Where,
    from_list: bool,
) -> Result<Answer, Trap> {
    let text = args.string(format_at, host.memory)?;
    let mut source = if from_list {
        Source::List(args.value(format_at + 1)?.clone())
    } else {
        Source::Call(args.call.args, args.call.shapes, format_at + 1)
    };
    let bytes = format(host.memory, &text, &mut source)?;
    match to {
        Where::Output => library.write(&bytes)?,
        Where::Stream => {
            let to = stream(library, args.pointer(0)?)?;
            if !write_to(library, to, &bytes)? {
                return Ok(args.return_int(-1));
            }
        }
        Where::Buffer(None) => write_string(host, args.pointer(0)?, &bytes)?,
        Where::Buffer(Some(size_at)) => {
            let size = args.unsigned(size_at)?;
            if size > 0 {
                let length = bytes.len().min(usize::try_from(size - 1).unwrap_or(usize::MAX));
                write_string(host, args.pointer(0)?, &bytes[..length])?;
            }
        }
        Where::New => {
            let prov = host.memory.allocate_heap(bytes.len() as u64 + 1, 16)?;
            let Val::Ptr { addr, .. } = host.start_of(prov) else { return Ok(args.return_int(-1)) };
            write_string(host, (prov, addr), &bytes)?;
            let place = args.pointer(0)?;
            if !host.memory.quick_store_pointer(place.0, place.1, prov, addr) {
                host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Write)?;
            }
        }
    }
    Ok(args.return_int(bytes.len() as i64))
}

fn puts(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let mut bytes = args.string(0, host.memory)?;
    bytes.push(b'\n');
    library.write(&bytes)?;
    Ok(args.return_int(bytes.len() as i64))
}

fn putchar(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let byte = args.unsigned(0)? as u8;
    library.write(&[byte])?;
    Ok(args.return_int(i64::from(byte)))
}

fn fputs(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let bytes = args.string(0, host.memory)?;
    let to = stream(library, args.pointer(1)?)?;
    let written = write_to(library, to, &bytes)?;
    Ok(args.return_int(if written { 1 } else { EOF }))
}

fn fputc(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let byte = args.unsigned(0)? as u8;
    let to = stream(library, args.pointer(1)?)?;
    let written = write_to(library, to, &[byte])?;
    Ok(args.return_int(if written { i64::from(byte) } else { EOF }))
}

fn fwrite(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (from, size, count) = (args.pointer(0)?, args.unsigned(1)?, args.unsigned(2)?);
    let to = stream(library, args.pointer(3)?)?;
    let total = size.checked_mul(count).ok_or(UbReason::Library("fwrite of more than there is"))?;
    let bytes = host.memory.read_plain(from.0, from.1, total)?.to_vec();
    let written = write_to(library, to, &bytes)?;
    Ok(args.return_int(if written && size > 0 { count as i64 } else { 0 }))
}

fn fflush(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    library.flush();
    Ok(args.return_int(0))
}

fn perror(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let mut bytes = args.string(0, host.memory)?;
    bytes.extend_from_slice(b": Success\n");
    write_to(library, Stream::Error, &bytes)?;
    Ok(nothing())
}

fn next_byte(library: Library<'_, '_>) -> Option<u8> {
    let byte = library.next_input();
    // Beyond the end by one means that the end was seen.
    library.input_at = (library.input_at + 1).min(library.input.len() + 1);
    byte
}

fn getchar(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    Ok(args.return_int(next_byte(library).map_or(EOF, i64::from)))
}

fn fgetc(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let byte = match stream(library, args.pointer(0)?)? {
        Stream::Input => next_byte(library),
        Stream::Output | Stream::Error => None,
    };
    Ok(args.return_int(byte.map_or(EOF, i64::from)))
}

fn ungetc(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let byte = args.signed(0)?;
    if byte == EOF || library.input_at == 0 {
        return Ok(args.return_int(EOF));
    }
    library.input_at -= 1;
    match library.input.get_mut(library.input_at) {
        Some(place) => *place = byte as u8,
        None => library.input.push(byte as u8),
    }
    Ok(args.return_int(byte & 0xff))
}

fn fgets(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let size = args.signed(1)?;
    if stream(library, args.pointer(2)?)? != Stream::Input || size <= 0 {
        return Ok(null());
    }
    let mut bytes = Vec::new();
    while (bytes.len() as i64) < size - 1 {
        let Some(byte) = next_byte(library) else { break };
        bytes.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    if bytes.is_empty() {
        return Ok(null());
    }
    write_string(host, args.pointer(0)?, &bytes)?;
    Ok(args.return_argument(0))
}

fn fread(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (to, size, count) = (args.pointer(0)?, args.unsigned(1)?, args.unsigned(2)?);
    if stream(library, args.pointer(3)?)? != Stream::Input || size == 0 {
        return Ok(args.return_int(0));
    }
    let total = size.saturating_mul(count);
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < total {
        let Some(byte) = next_byte(library) else { break };
        bytes.push(byte);
    }
    host.memory.write_plain(to.0, to.1, &bytes)?;
    Ok(args.return_int((bytes.len() as u64 / size) as i64))
}

fn feof(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let at_end = stream(library, args.pointer(0)?)? == Stream::Input
        && library.input_at > library.input.len();
    Ok(args.return_int(i64::from(at_end)))
}

fn ferror(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    stream(library, args.pointer(0)?)?;
    Ok(args.return_int(0))
}

fn setvbuf(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    stream(library, args.pointer(0)?)?;
    Ok(args.return_int(0))
}

fn fclose(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    stream(library, args.pointer(0)?)?;
    library.flush();
    Ok(args.return_int(0))
}
