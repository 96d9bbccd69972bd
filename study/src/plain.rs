//! A subject's source without its faults.
//!
//! The types in `tests/subjects` ask `fault("…")` at many places whether to go wrong.
//! What is left when the answer is always no is the type as a user would have written
//! it, and that is what gets mutated.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, File, ImplItem, Item, Lit, Pat, Stmt, UnOp, parse_quote};

/// The source with every call of `fault` answered by `false`, and simplified.
pub fn plain(source: &str) -> Result<String, syn::Error> {
    let mut file = syn::parse_file(source)?;
    file.items.retain(|item| !matches!(item, Item::Use(_)) || !mentions(item, "fault"));
    Simplifier.visit_file_mut(&mut file);
    while let Some(name) = unused(&file) {
        remove(&mut file, &name);
    }
    Ok(prettyplease::unparse(&file))
}

struct Simplifier;

impl VisitMut for Simplifier {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Some(simple) = simplified(expr) {
            *expr = simple;
        }
    }

    fn visit_expr_match_mut(&mut self, expr: &mut syn::ExprMatch) {
        visit_mut::visit_expr_match_mut(self, expr);
        let truth = |arm: &syn::Arm| match &arm.pat {
            Pat::Guard(pattern) => truth(&pattern.guard),
            _ => None,
        };
        expr.arms.retain(|arm| truth(arm) != Some(false));
        for arm in &mut expr.arms {
            if truth(arm) == Some(true)
                && let Pat::Guard(pattern) = &arm.pat
            {
                arm.pat = (*pattern.pat).clone();
            }
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        inline_constants(block);
        visit_mut::visit_block_mut(self, block);
        let statements = std::mem::take(&mut block.stmts);
        for statement in statements {
            match statement {
                Stmt::Expr(Expr::Block(inner), _) if inner.label.is_none() => {
                    block.stmts.extend(inner.block.stmts);
                }
                Stmt::Expr(Expr::Tuple(unit), _) if unit.elems.is_empty() => {}
                other => block.stmts.push(other),
            }
        }
        drop_unused(block);
    }
}

/// Leaves out what only a fault looked at.
fn drop_unused(block: &mut Block) {
    for place in (0..block.stmts.len()).rev() {
        let (before, after) = block.stmts.split_at(place + 1);
        if let Stmt::Local(local) = &before[place]
            && let Pat::Ident(pattern) = &local.pat
            && !after.iter().any(|statement| mentions(statement, &pattern.ident.to_string()))
        {
            block.stmts.remove(place);
        }
    }
}

/// Puts the value of `let name = …fault(…)…;` in the place of the name.
fn inline_constants(block: &mut Block) {
    let mut place = 0;
    while place < block.stmts.len() {
        let Some((name, value)) = constant(&block.stmts[place]) else {
            place += 1;
            continue;
        };
        block.stmts.remove(place);
        let mut inliner = Inliner { name, value };
        for statement in &mut block.stmts[place..] {
            inliner.visit_stmt_mut(statement);
        }
    }
}

fn constant(statement: &Stmt) -> Option<(Ident, Expr)> {
    let Stmt::Local(local) = statement else { return None };
    let Pat::Ident(pattern) = &local.pat else { return None };
    if pattern.mutability.is_some() || !mentions(statement, "fault") {
        return None;
    }
    let mut value = (*local.init.as_ref()?.expr).clone();
    Simplifier.visit_expr_mut(&mut value);
    matches!(value, Expr::Lit(_)).then(|| (pattern.ident.clone(), value))
}

struct Inliner {
    name: Ident,
    value: Expr,
}

impl VisitMut for Inliner {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if matches!(expr, Expr::Path(path) if path.path.is_ident(&self.name)) {
            *expr = self.value.clone();
        }
    }
}

/// What an expression is, given that parts of it are literals by now.
fn simplified(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::Call(call) if is_name(&call.func, "fault") => Some(parse_quote!(false)),
        // `usize::from(false)`
        Expr::Call(call) if call.args.len() == 1 && truth(&call.args[0]) == Some(false) => {
            call.func.to_token_stream().to_string().ends_with(":: from").then(|| parse_quote!(0))
        }
        Expr::Paren(paren) if !matches!(*paren.expr, Expr::Binary(_) | Expr::Closure(_)) => {
            Some((*paren.expr).clone())
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            let truth = !truth(&unary.expr)?;
            Some(parse_quote!(#truth))
        }
        Expr::Binary(binary) => simplified_binary(binary),
        Expr::If(choice) => simplified_if(choice),
        _ => None,
    }
}

fn simplified_binary(binary: &syn::ExprBinary) -> Option<Expr> {
    let (left, right) = (&*binary.left, &*binary.right);
    match binary.op {
        BinOp::And(_) => match (truth(left), truth(right)) {
            (Some(false), _) | (_, Some(false)) => Some(parse_quote!(false)),
            (Some(true), _) => Some(unwrapped(right)),
            (_, Some(true)) => Some(unwrapped(left)),
            _ => None,
        },
        BinOp::Or(_) => match (truth(left), truth(right)) {
            (Some(true), _) | (_, Some(true)) => Some(parse_quote!(true)),
            (Some(false), _) => Some(unwrapped(right)),
            (_, Some(false)) => Some(unwrapped(left)),
            _ => None,
        },
        BinOp::Ne(_) if truth(right) == Some(false) => Some(unwrapped(left)),
        BinOp::Add(_) if is_zero(right) => Some(left.clone()),
        _ => None,
    }
}

fn simplified_if(choice: &syn::ExprIf) -> Option<Expr> {
    let otherwise = choice.else_branch.as_ref().map(|(_, branch)| (**branch).clone());
    let chosen = match truth(&choice.cond)? {
        true => Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: choice.then_branch.clone(),
        }),
        false => otherwise.unwrap_or_else(|| parse_quote!(())),
    };
    // A block of one expression is that expression.
    match &chosen {
        Expr::Block(block) => match &block.block.stmts[..] {
            [Stmt::Expr(only, None)] => Some(only.clone()),
            _ => Some(chosen),
        },
        _ => Some(chosen),
    }
}

/// An operand that stands alone needs no parentheses.
fn unwrapped(expr: &Expr) -> Expr {
    match expr {
        Expr::Paren(paren) if !matches!(*paren.expr, Expr::Binary(_)) => (*paren.expr).clone(),
        other => other.clone(),
    }
}

fn truth(expr: &Expr) -> Option<bool> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Bool(value) => Some(value.value),
            _ => None,
        },
        _ => None,
    }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(&literal.lit, Lit::Int(n) if n.base10_digits() == "0"))
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident(name))
}

fn occurrences(tokens: TokenStream, name: &str) -> usize {
    let count = |tree| match tree {
        TokenTree::Group(group) => occurrences(group.stream(), name),
        TokenTree::Ident(ident) => usize::from(ident == name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

fn mentions(part: &impl ToTokens, name: &str) -> bool {
    occurrences(part.to_token_stream(), name) > 0
}

/// A private function that only the faults needed.
fn unused(file: &File) -> Option<String> {
    let mut functions: Vec<(String, TokenStream)> = Vec::new();
    for item in &file.items {
        match item {
            Item::Fn(function) => {
                functions.push((function.sig.ident.to_string(), function.to_token_stream()));
            }
            Item::Impl(block) if block.trait_.is_none() => {
                for item in &block.items {
                    if let ImplItem::Fn(function) = item
                        && matches!(function.vis, syn::Visibility::Inherited)
                    {
                        let name = function.sig.ident.to_string();
                        functions.push((name, function.to_token_stream()));
                    }
                }
            }
            _ => {}
        }
    }
    let whole = file.to_token_stream();
    let unused = |(name, own): &(String, TokenStream)| {
        occurrences(whole.clone(), name) == occurrences(own.clone(), name)
    };
    functions.into_iter().find(unused).map(|(name, _)| name)
}

fn remove(file: &mut File, name: &str) {
    file.items.retain(|item| !matches!(item, Item::Fn(function) if function.sig.ident == name));
    for item in &mut file.items {
        if let Item::Impl(block) = item
            && block.trait_.is_none()
        {
            block.items.retain(
                |item| !matches!(item, ImplItem::Fn(function) if function.sig.ident == name),
            );
        }
    }
}
