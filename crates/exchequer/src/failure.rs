//! How the program ends: the error message and the exit code.

use std::{
    fmt,
    io::{self, Write},
    process::ExitCode,
};

/// The command line makes no sense.
#[derive(Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// 0 success, 1 refused or failed, 2 invalid command line.
pub fn exit_code(done: anyhow::Result<()>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    if nobody_reads(&error) {
        return ExitCode::SUCCESS;
    }
    // If this cannot be written either, there is still the exit code.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// Has the reader of our output gone away, as `head` does? Then nothing is wrong.
fn nobody_reads(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
