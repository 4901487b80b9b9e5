//! What can be told of a type by its form, without guessing what its names stand for.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Signature, Type};

/// Where the type borrows, if it does: a reference or a lifetime other than `'static`.
pub(crate) fn borrowed(kind: &Type) -> Option<Span> {
    find(kind.to_token_stream(), &mut |before, token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&',
        // A lifetime is an apostrophe and a name.
        TokenTree::Ident(name) => is_apostrophe(before) && name != "static",
        _ => false,
    })
}

/// Where the type says `impl Trait`, if it does.
pub(crate) fn opaque(kind: &Type) -> Option<Span> {
    find(kind.to_token_stream(), &mut |_, token| matches!(token, TokenTree::Ident(word) if word == "impl"))
}

/// Where a signature says `Self`, if it does.
pub(crate) fn own_type(signature: &Signature) -> Option<Span> {
    own_type_in(signature.to_token_stream())
}

/// Where `Self` is said, if it is.
pub(crate) fn own_type_in(tokens: TokenStream) -> Option<Span> {
    find(tokens, &mut |_, token| matches!(token, TokenTree::Ident(word) if word == "Self"))
}

/// Where a name is said that doesn't belong to a path, if it is.
pub(crate) fn names(tokens: TokenStream, name: &Ident) -> Option<Span> {
    find(tokens, &mut |before, token| {
        let is_behind = |mark| matches!(before, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        matches!(token, TokenTree::Ident(word) if word == name)
            && !is_behind(':')
            && !is_behind('.')
            && !is_behind('\'')
    })
}

/// Whether the type names this one.
pub(crate) fn mentions(kind: &Type, name: &Ident) -> bool {
    let found = find(kind.to_token_stream(), &mut |before, token| {
        matches!(token, TokenTree::Ident(word)
            if !is_apostrophe(before) && (word == "Self" || word.unraw() == name.unraw()))
    });
    found.is_some()
}

/// Where a returned type borrows: a reference or lifetime that isn't `'static`.
pub(crate) fn borrowed_output(kind: &Type) -> Option<Span> {
    find(kind.to_token_stream(), &mut |before, token| match token {
        TokenTree::Ident(name) if is_apostrophe(before) => name != "static",
        TokenTree::Punct(punct) if punct.as_char() == '\'' => false,
        // A reference needs a lifetime right behind it.
        _ => matches!(before, Some(TokenTree::Punct(punct)) if punct.as_char() == '&'),
    })
}

fn is_apostrophe(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == '\'')
}

/// The place of the first token, at any depth, that the predicate takes; it sees the token before, too.
fn find(tokens: TokenStream, wanted: &mut dyn FnMut(Option<&TokenTree>, &TokenTree) -> bool) -> Option<Span> {
    let mut before = None;
    for token in tokens {
        if wanted(before.as_ref(), &token) {
            return Some(token.span());
        }
        if let TokenTree::Group(group) = &token
            && let Some(span) = find(group.stream(), wanted)
        {
            return Some(span);
        }
        before = Some(token);
    }
    None
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn borrowing_is_seen_at_any_depth() {
        for kind in [
            parse_quote!(&str),
            parse_quote!(Option<&'static str>),
            parse_quote!(Cow<'_, str>),
            parse_quote!((u8, [&u8; 2])),
        ] {
            assert!(borrowed(&kind).is_some());
        }
        for kind in [parse_quote!(String), parse_quote!(Cow<'static, str>)] {
            assert!(borrowed(&kind).is_none());
        }
    }

    #[test]
    fn static_references_can_be_returned() {
        for kind in [parse_quote!(&'static str), parse_quote!(Result<&'static [u8], String>)] {
            assert!(borrowed_output(&kind).is_none());
        }
        for kind in [parse_quote!(&str), parse_quote!(Result<&str, E>), parse_quote!(Cow<'a, str>)] {
            assert!(borrowed_output(&kind).is_some());
        }
    }

    #[test]
    fn names_are_found() {
        let name: Ident = parse_quote!(Node);
        assert!(mentions(&parse_quote!(Option<Box<Node>>), &name));
        assert!(!mentions(&parse_quote!(Option<Box<Nodes>>), &name));
    }
}
