//! An `impl` block, of which only the signatures of its tools are read.

use darling::error::Accumulator;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, ImplItem, Path, Signature, Token, Type, Visibility, braced};

use crate::keys::{items_of, keys};
use crate::paths;
use crate::tool::{Function, ToolKeys};
use crate::value::CratePath;

keys! {
    /// What `#[toolset(…)]` says.
    pub(super) struct ToolsetKeys {
        "crate" krate: CratePath,
    }
}

impl ToolsetKeys {
    pub(super) fn parse(attribute: TokenStream, errors: &mut Accumulator) -> Self {
        let mut keys = Self::default();
        keys.read(&items_of(attribute, errors), errors);
        keys
    }

    /// The path of the framework.
    pub(super) fn krate(&self) -> Path {
        self.krate.as_ref().map_or_else(paths::default_crate, |given| given.value.0.clone())
    }
}

pub(super) struct Block {
    pub(super) attributes: Vec<Attribute>,
    unsafety: Option<Token![unsafe]>,
    pub(super) impl_token: Token![impl],
    pub(super) generics: Generics,
    pub(super) of_trait: Option<(Path, Token![for])>,
    pub(super) own_type: Type,
    items: Vec<Item>,
}

/// A part of the block.
enum Item {
    /// A method with `#[tool]`, and that attribute.
    Tool(Box<(Function, Attribute)>),
    /// Anything else, as it was.
    Other(TokenStream),
}

impl Parse for Block {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let unsafety = input.parse()?;
        if !input.peek(Token![impl]) {
            return Err(
                input.error("`#[toolset]` goes on an `impl` block, whose methods with `#[tool]` are tools")
            );
        }
        let impl_token = input.parse()?;
        let mut generics: Generics = if is_generic(input) { input.parse()? } else { Generics::default() };
        let mut own_type: Type = input.parse()?;
        let mut of_trait = None;
        if let Some(word) = input.parse::<Option<Token![for]>>()? {
            if let Type::Path(path) = own_type {
                of_trait = Some((path.path, word));
            }
            own_type = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        // Attributes of the block itself may stand in it.
        let inner = content.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        let attributes = attributes.into_iter().chain(inner.into_iter().map(outer)).collect();
        Ok(Self { attributes, unsafety, impl_token, generics, of_trait, own_type, items })
    }
}

/// Whether parameters follow, and not a type as in `impl <T as Trait>::Type`.
fn is_generic(input: ParseStream) -> bool {
    let is_parameter = || {
        (input.peek2(syn::Ident) || input.peek2(syn::Lifetime))
            && (input.peek3(Token![:])
                || input.peek3(Token![,])
                || input.peek3(Token![>])
                || input.peek3(Token![=]))
    };
    input.peek(Token![<])
        && (input.peek2(Token![>]) || input.peek2(Token![#]) || input.peek2(Token![const]) || is_parameter())
}

/// An attribute of the block, to stand before it.
fn outer(attribute: Attribute) -> Attribute {
    Attribute { style: syn::AttrStyle::Outer, ..attribute }
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let fork = input.fork();
        let mut attributes = fork.call(Attribute::parse_outer)?;
        let visibility: Visibility = fork.parse()?;
        let mark = attributes.iter().position(paths::is_tool);
        if let Some(mark) = mark
            && fork.fork().parse::<Signature>().is_ok()
        {
            let mark = attributes.remove(mark);
            let function = Function::behind(attributes, visibility, &fork)?;
            input.advance_to(&fork);
            return Ok(Self::Tool(Box::new((function, mark))));
        }
        input.parse::<ImplItem>().map(|item| Self::Other(item.to_token_stream()))
    }
}

impl Block {
    /// The methods that are tools.
    pub(super) fn tools(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Tool(tool) => Some(&tool.0),
            Item::Other(_) => None,
        })
    }

    /// What `#[tool(…)]` says of each of them.
    pub(super) fn marks(&self, errors: &mut Accumulator) -> Vec<ToolKeys> {
        let marks = self.items.iter().filter_map(|item| match item {
            Item::Tool(tool) => Some(&tool.1),
            Item::Other(_) => None,
        });
        marks.map(|mark| ToolKeys::of_attribute(mark, errors)).collect()
    }
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { attributes, unsafety, impl_token, generics, own_type, items, .. } = self;
        let of_trait = self.of_trait.as_ref().map(|(path, word)| quote!(#path #word));
        let bounds = &generics.where_clause;
        tokens.extend(quote! {
            #(#attributes)* #unsafety #impl_token #generics #of_trait #own_type #bounds { #(#items)* }
        });
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Tool(tool) => tool.0.to_tokens(tokens),
            Self::Other(item) => tokens.extend(item.clone()),
        }
    }
}
