//! Descriptions: doc comments and `description = …`, read into one text.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::paths;

/// What something is, for the model.
pub(crate) enum Description {
    /// A text that the macro can read.
    Text(String),
    /// Texts that only the compiler can put together, as `include_str!` gives them.
    Built { parts: TokenStream, span: Span },
}

impl Description {
    /// The doc comments among these attributes; none if they say nothing.
    pub(crate) fn of_docs(attributes: &[Attribute]) -> Option<Self> {
        let docs: Vec<&Expr> = attributes.iter().filter_map(doc).collect();
        if docs.iter().all(|doc| literal(doc).is_some()) {
            let lines: Vec<String> = docs.iter().filter_map(|doc| literal(doc)).flat_map(lines_of).collect();
            let text = lines.join("\n");
            let text = text.trim_matches('\n').trim_end();
            return (!text.trim().is_empty()).then(|| Self::Text(text.to_owned()));
        }
        let span = docs.iter().find(|doc| literal(doc).is_none())?.span();
        let parts = docs.into_iter().map(|doc| {
            literal(doc)
                .map_or_else(|| doc.to_token_stream(), |text| lines_of(text).join("\n").to_token_stream())
        });
        let line_break = quote!(, "\n",);
        Some(Self::Built { parts: join(parts, &line_break), span })
    }

    /// The value of a `description` key; none if it says nothing.
    pub(crate) fn of_value(value: &Expr) -> Option<Self> {
        match literal(value) {
            Some(text) => {
                let text = text.trim();
                (!text.is_empty()).then(|| Self::Text(text.to_owned()))
            }
            None => Some(Self::Built { parts: value.to_token_stream(), span: value.span() }),
        }
    }

    /// The description as a constant expression.
    pub(crate) fn value(&self) -> TokenStream {
        match self {
            Self::Text(text) => quote!(#text),
            Self::Built { parts, .. } => {
                let jarvis = paths::alias();
                quote!(#jarvis::concat!(#parts))
            }
        }
    }

    /// The check that the text isn't blank, where only the compiler can see it.
    pub(crate) fn assertion(&self, message: &str) -> Option<TokenStream> {
        let Self::Built { span, .. } = self else { return None };
        let (jarvis, value) = (paths::alias_at(*span), self.value());
        let span = paths::at(*span);
        Some(quote::quote_spanned!(span=> const _: () = #jarvis::assert_described(#value, #message);))
    }
}

fn join(parts: impl Iterator<Item = TokenStream>, between: &TokenStream) -> TokenStream {
    parts.reduce(|joined, part| quote!(#joined #between #part)).unwrap_or_default()
}

/// The value of a doc comment.
fn doc(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident(paths::DOC) => Some(&pair.value),
        _ => None,
    }
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// The lines of one doc comment, without what belongs to the comment and not to the text.
fn lines_of(comment: String) -> Vec<String> {
    let starred = comment.contains('\n')
        && comment.lines().skip(1).map(str::trim_start).all(|line| line.is_empty() || line.starts_with('*'));
    let plain = |(index, line): (usize, &str)| {
        let line =
            if starred && index > 0 { line.trim_start().strip_prefix('*').unwrap_or_default() } else { line };
        line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
    };
    // `split` and not `lines`, since an empty comment is an empty line.
    comment.split('\n').enumerate().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use syn::{ItemFn, parse_quote};

    use super::*;

    fn text(function: ItemFn) -> Option<String> {
        match Description::of_docs(&function.attrs)? {
            Description::Text(text) => Some(text),
            Description::Built { .. } => None,
        }
    }

    #[test]
    fn keeps_line_breaks() {
        let function = parse_quote! {
            ///
            /// Searches the notes.
            ///
            /// - newest first
            ///   - with scores
            #[inline]
            /// Always.
            ///
            fn search() {}
        };
        assert_eq!(
            text(function).as_deref(),
            Some("Searches the notes.\n\n- newest first\n  - with scores\nAlways.")
        );
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let function = parse_quote! {
            /** Searches the notes.
             *
             * Newest first.
             */
            fn search() {}
        };
        assert_eq!(text(function).as_deref(), Some("Searches the notes.\n\nNewest first."));
    }

    #[test]
    fn blank_is_none() {
        assert!(Description::of_docs(&[parse_quote!(#[doc = "  "])]).is_none());
        assert!(Description::of_docs(&[]).is_none());
        assert!(Description::of_docs(&[parse_quote!(#[doc(hidden)])]).is_none());
    }

    #[test]
    fn macros_are_left_to_the_compiler() {
        let attribute = parse_quote!(#[doc = include_str!("x.md")]);
        let description = Description::of_docs(&[attribute]).unwrap();
        assert_eq!(
            description.value().to_string().replace(' ', ""),
            r#"__jarvis::concat!(include_str!("x.md"))"#
        );
    }
}
