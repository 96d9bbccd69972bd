//! The command line: arguments, files, terminal.
