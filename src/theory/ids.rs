//! The ids of a [`Theory`](super::Theory) and its parts.

crate::id_type! {
    /// Names a specification of a [`Theory`](super::Theory).
    SpecId
}
crate::id_type! {
    /// Names a sort of a [`Theory`](super::Theory).
    SortId
}
crate::id_type! {
    /// Names an operation or predicate of a [`Theory`](super::Theory).
    OpId
}
crate::id_type! {
    /// Names an axiom of a [`Theory`](super::Theory).
    AxiomId
}
crate::id_type! {
    /// Names a variable: an index into the variables of the axiom, theorem or
    /// domain condition that the term stands in.
    VarId
}
