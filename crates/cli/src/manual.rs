//! `tollgate completions` and `tollgate man`: what shells and `man` need, from the description of
//! the command line.

use crate::exit::{self, Failure};
use crate::output;
use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

/// Writes a completion script for a shell.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 written, 64 bad usage, 74 output cannot be written.

Examples:
  tollgate completions bash > ~/.local/share/bash-completion/completions/tollgate
  tollgate completions zsh > ~/.zfunc/_tollgate
  tollgate completions fish > ~/.config/fish/completions/tollgate.fish")]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Runs `tollgate completions`.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "tollgate", &mut script);
    output::write(None, &script)?;
    Ok(exit::OK)
}

/// Writes a manual page.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 written, 64 bad usage, 74 output cannot be written.

Examples:
  tollgate man | man -l -          # read it now
  tollgate man check | man -l -
  tollgate man check > ~/.local/share/man/man1/tollgate-check.1")]
pub struct ManArgs {
    /// The page of this subcommand; of the whole program if not given.
    subcommand: Option<String>,
}

/// Runs `tollgate man`.
pub fn man(args: &ManArgs, mut command: Command) -> Result<u8> {
    // Gives subcommands their full names and the options that all of them have.
    command.build();
    let page = match &args.subcommand {
        None => Man::new(command),
        Some(name) => {
            let found = command.find_subcommand(name).cloned();
            let found = found.ok_or_else(|| {
                Failure::usage(format!("there is no subcommand `{name}`; see `tollgate --help`"))
            })?;
            Man::new(found)
        }
    };
    let mut text = Vec::new();
    page.render(&mut text)?;
    output::write(None, &text)?;
    Ok(exit::OK)
}
