//! Nothing: a package must have a library, and what matters here are its tests.
