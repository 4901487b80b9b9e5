//! What a struct of arguments says, to us and to the other derives.

use darling::Error;
use darling::error::Accumulator;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Fields, Generics, Ident, Path, Type};

use crate::description::Description;
use crate::foreign::{Key, Keys};
use crate::keys::{items, keys};
use crate::value::{CratePath, Switch};
use crate::{paths, rules};

keys! {
    /// What `#[arg(…)]` says of a struct.
    pub(crate) struct StructKeys {
        "crate" krate: CratePath,
    }
}

keys! {
    /// What `#[arg(…)]` says of a field.
    pub(crate) struct FieldKeys {
        "sensitive" sensitive: Switch,
    }
}

pub(crate) struct Args {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) is_union: bool,
    pub(crate) krate: Path,
    pub(crate) serde: Keys,
    pub(crate) schemars: Keys,
    pub(crate) fields: Vec<Field>,
}

pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) kind: Type,
    /// The name by which the deserializer knows it.
    pub(crate) name: String,
    pub(crate) description: Option<Description>,
    pub(crate) keys: FieldKeys,
    pub(crate) serde: Keys,
    pub(crate) schemars: Keys,
    /// Attributes of other crates that schemars reads too.
    pub(crate) validate: Keys,
    pub(crate) garde: Keys,
}

impl Args {
    /// The model of a type; if it is no struct with named fields, this is reported and there are no fields.
    pub(crate) fn of(item: &DeriveInput, errors: &mut Accumulator) -> Self {
        let mut keys = StructKeys::default();
        for attribute in item.attrs.iter().filter(|attribute| paths::is(attribute, paths::ARG)) {
            keys.read(&items(attribute, errors), errors);
        }
        let serde = Keys::read(&item.attrs, paths::SERDE);
        let rename_all = serde.get("rename_all").and_then(Key::text);
        let fields = match shape(item) {
            Ok(fields) => {
                fields.into_iter().map(|field| Field::of(field, rename_all.as_deref(), errors)).collect()
            }
            Err(error) => {
                errors.push(error);
                Vec::new()
            }
        };
        Self {
            ident: item.ident.clone(),
            generics: item.generics.clone(),
            is_union: matches!(item.data, Data::Union(_)),
            krate: keys.krate.map_or_else(paths::default_crate, |given| given.value.0),
            schemars: Keys::read(&item.attrs, paths::SCHEMARS),
            serde,
            fields,
        }
    }
}

/// The named fields of a struct, with their names.
fn shape(item: &DeriveInput) -> darling::Result<Vec<(&Ident, &syn::Field)>> {
    let (what, place, help) = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                return Ok(fields
                    .named
                    .iter()
                    .filter_map(|field| Some((field.ident.as_ref()?, field)))
                    .collect());
            }
            Fields::Unnamed(_) => {
                ("a tuple struct", item.ident.span(), "give each field a name and a doc comment".to_owned())
            }
            Fields::Unit => (
                "a unit struct",
                item.ident.span(),
                "for a tool without arguments, leave the parameter out".to_owned(),
            ),
        },
        Data::Enum(data) => (
            "an enum",
            data.enum_token.span(),
            format!("make it a field: `struct Arguments {{ /** What to do. */ action: {} }}`", item.ident),
        ),
        Data::Union(data) => {
            ("a union", data.union_token.span(), "use a struct with named fields".to_owned())
        }
    };
    let message =
        format!("the arguments of a tool are a struct with named fields, and this is {what}; {help}");
    Err(Error::custom(message).with_span(&place))
}

impl Field {
    fn of((ident, field): (&Ident, &syn::Field), rename_all: Option<&str>, errors: &mut Accumulator) -> Self {
        let mut keys = FieldKeys::default();
        for attribute in field.attrs.iter().filter(|attribute| paths::is(attribute, paths::ARG)) {
            keys.read(&items(attribute, errors), errors);
        }
        let serde = Keys::read(&field.attrs, paths::SERDE);
        let [schemars, validate, garde] =
            [paths::SCHEMARS, paths::VALIDATE, paths::GARDE].map(|name| Keys::read(&field.attrs, name));
        let description = match schemars.get("description").and_then(Key::expr) {
            Some(value) => Description::of_value(value),
            None => Description::of_docs(&field.attrs),
        };
        let plain = ident.unraw().to_string();
        let renamed = serde.get("rename").and_then(Key::text);
        let name =
            renamed.or_else(|| rename_all.and_then(|rule| rules::rename_all(rule, &plain))).unwrap_or(plain);
        Self {
            ident: ident.clone(),
            kind: field.ty.clone(),
            name,
            description,
            keys,
            serde,
            schemars,
            validate,
            garde,
        }
    }

    /// Whether the deserializer leaves it out.
    pub(crate) fn is_skipped(&self) -> bool {
        self.serde.has("skip") || self.serde.has("skip_deserializing")
    }

    pub(crate) fn is_flattened(&self) -> bool {
        self.serde.has("flatten")
    }

    pub(crate) fn is_sensitive(&self) -> bool {
        self.keys.sensitive.as_ref().is_some_and(|given| given.value.0)
    }
}
