//! What the keys of our attributes take, each with words of its own for what it doesn't take.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta};
use proc_macro2::Span;
use syn::{Expr, ExprLit, ExprUnary, Lit, Meta, Path, UnOp};

use crate::keys::items_of;
use crate::rules;

/// Any text.
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

impl FromMeta for Text {
    fn from_word() -> darling::Result<Self> {
        Err(Error::custom("expected a text, as in `key = \"…\"`"))
    }

    fn from_list(_: &[NestedMeta]) -> darling::Result<Self> {
        Self::from_word()
    }

    fn from_expr(value: &Expr) -> darling::Result<Self> {
        match literal(value) {
            Some(Lit::Str(text)) => Ok(Self { value: text.value(), span: text.span() }),
            _ => Err(Error::custom("expected a text in quotes").with_span(value)),
        }
    }
}

/// Yes or no: the bare word means yes.
pub(crate) struct Switch(pub(crate) bool);

impl FromMeta for Switch {
    fn from_word() -> darling::Result<Self> {
        Ok(Self(true))
    }

    fn from_list(_: &[NestedMeta]) -> darling::Result<Self> {
        Err(Error::custom("expected the key alone, or `= true` or `= false`"))
    }

    fn from_expr(value: &Expr) -> darling::Result<Self> {
        match literal(value) {
            Some(Lit::Bool(switch)) => Ok(Self(switch.value)),
            _ => Err(Error::custom("expected the key alone, or `= true` or `= false`").with_span(value)),
        }
    }
}

/// An amount that isn't negative.
pub(crate) struct Amount(pub(crate) f64);

impl FromMeta for Amount {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let mistake = || Error::custom("expected a number that isn't negative, as in `0.002`");
        let Meta::NameValue(pair) = item else { return Err(mistake().with_span(item)) };
        let number: Option<f64> = match literal(&pair.value) {
            Some(Lit::Int(number)) => number.base10_parse().ok(),
            Some(Lit::Float(number)) => number.base10_parse().ok(),
            _ => None,
        };
        // `1e999` is written with digits and is no number that could be spent.
        number
            .filter(|number| number.is_finite() && number.is_sign_positive())
            .map(Self)
            .ok_or_else(|| mistake().with_span(&pair.value))
    }
}

/// A count of at least one.
pub(crate) struct Count(pub(crate) usize);

impl FromMeta for Count {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let mistake = || Error::custom("expected a whole number of at least 1, as in `65536`");
        let Meta::NameValue(pair) = item else { return Err(mistake().with_span(item)) };
        let count = match literal(&pair.value) {
            Some(Lit::Int(number)) => number.base10_parse().ok().filter(|&count| count > 0),
            _ => None,
        };
        count.map(Self).ok_or_else(|| mistake().with_span(&pair.value))
    }
}

/// A length of time.
pub(crate) struct Duration(pub(crate) std::time::Duration);

impl FromMeta for Duration {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let mistake = || Error::custom(format_args!("expected a duration: {}", rules::DURATIONS));
        let Meta::NameValue(pair) = item else { return Err(mistake().with_span(item)) };
        let text = match literal(&pair.value) {
            Some(Lit::Str(text)) => text.value(),
            Some(Lit::Int(number)) => number.to_string(),
            _ => return Err(mistake().with_span(&pair.value)),
        };
        rules::duration(&text).map(Self).ok_or_else(|| mistake().with_span(&pair.value))
    }
}

impl Duration {
    /// In milliseconds; what doesn't fit is cut.
    pub(crate) fn milliseconds(&self) -> u64 {
        u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Any expression, passed along.
pub(crate) struct Value(pub(crate) Expr);

impl FromMeta for Value {
    fn from_word() -> darling::Result<Self> {
        Err(Error::custom("expected a value, as in `key = …`"))
    }

    fn from_list(_: &[NestedMeta]) -> darling::Result<Self> {
        Self::from_word()
    }

    fn from_expr(value: &Expr) -> darling::Result<Self> {
        Ok(Self(value.clone()))
    }
}

/// A default: that of the type, or an expression.
pub(crate) enum Default {
    OfType,
    Given(Expr),
}

impl FromMeta for Default {
    fn from_word() -> darling::Result<Self> {
        Ok(Self::OfType)
    }

    fn from_list(_: &[NestedMeta]) -> darling::Result<Self> {
        Err(Error::custom("expected `default` or `default = …`"))
    }

    fn from_expr(value: &Expr) -> darling::Result<Self> {
        Ok(Self::Given(value.clone()))
    }
}

/// The path of a crate.
pub(crate) struct CratePath(pub(crate) Path);

impl FromMeta for CratePath {
    fn from_word() -> darling::Result<Self> {
        Err(Error::custom("expected a path, as in `crate = ::renamed`"))
    }

    fn from_list(_: &[NestedMeta]) -> darling::Result<Self> {
        Self::from_word()
    }

    fn from_expr(value: &Expr) -> darling::Result<Self> {
        let path = match value {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            _ => match literal(value) {
                Some(Lit::Str(text)) => text.parse_with(Path::parse_mod_style).ok(),
                _ => None,
            },
        };
        path.map(Self)
            .ok_or_else(|| Error::custom("expected a path, as in `crate = ::renamed`").with_span(value))
    }
}

/// `min` and `max`, at least one of them.
pub(crate) struct Bounds {
    pub(crate) min: Option<Expr>,
    pub(crate) max: Option<Expr>,
}

crate::keys::keys! {
    struct BoundKeys {
        "min" min: Value,
        "max" max: Value,
    }
}

impl FromMeta for Bounds {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let mistake = || Error::custom("expected bounds in parentheses, as in `(min = 1, max = 14)`");
        let Meta::List(list) = item else { return Err(mistake().with_span(item)) };
        let items = NestedMeta::parse_meta_list(list.tokens.clone())?;
        // Bare numbers are one mistake, however many they are.
        if let Some(number) = items.iter().find(|item| matches!(item, NestedMeta::Lit(_))) {
            return Err(mistake().with_span(number));
        }
        let (mut bounds, mut errors) = (BoundKeys::default(), Error::accumulator());
        bounds.read(&items, &mut errors);
        errors.finish()?;
        let (min, max) = (bounds.min, bounds.max);
        if let (Some(min), Some(max)) = (&min, &max)
            && are_crossed(&min.value.0, &max.value.0)
        {
            return Err(Error::custom(CROSSED).with_span(&min.value.0));
        }
        if min.is_none() && max.is_none() {
            return Err(mistake().with_span(item));
        }
        Ok(Self { min: min.map(|given| given.value.0), max: max.map(|given| given.value.0) })
    }
}

/// Of bounds that nothing is between.
pub(crate) const CROSSED: &str = "no value is possible, since `min` is above `max`; exchange them";

/// Whether the lower of two bounds is above the upper one, as far as they are numbers.
pub(crate) fn are_crossed(min: &Expr, max: &Expr) -> bool {
    matches!((number(min), number(max)), (Some(min), Some(max)) if min > max)
}

fn number(value: &Expr) -> Option<f64> {
    if let Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) = value {
        return number(expr).map(|number| -number);
    }
    match literal(value)? {
        Lit::Int(number) => number.base10_parse().ok(),
        Lit::Float(number) => number.base10_parse().ok(),
        _ => None,
    }
}

/// Names and simple values that only the host reads, in the order of the source.
pub(crate) struct Metadata(pub(crate) Vec<(String, MetadataValue)>);

pub(crate) enum MetadataValue {
    Text(String),
    Bool(bool),
    Integer(i64),
    Float(f64),
}

impl FromMeta for Metadata {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Meta::List(list) = item else {
            let message = "expected names and values in parentheses, as in `metadata(team = \"search\")`";
            return Err(Error::custom(message).with_span(item));
        };
        let mut errors = Error::accumulator();
        let mut entries: Vec<(String, MetadataValue)> = Vec::new();
        for item in items_of(list.tokens.clone(), &mut errors) {
            if let Some((name, value)) = errors.handle(metadata_entry(&item)) {
                if entries.iter().any(|(other, _)| *other == name) {
                    let message = format!("`{name}` is given twice; keep one");
                    errors.push(Error::custom(message).with_span(&item));
                }
                entries.push((name, value));
            }
        }
        errors.finish_with(Self(entries))
    }
}

fn metadata_entry(item: &NestedMeta) -> darling::Result<(String, MetadataValue)> {
    let mistake = || Error::custom("expected `name = value`, the value a text, a number, `true` or `false`");
    let NestedMeta::Meta(Meta::NameValue(pair)) = item else { return Err(mistake().with_span(item)) };
    let Some(name) = pair.path.get_ident() else { return Err(mistake().with_span(&pair.path)) };
    let value = MetadataValue::of(&pair.value).ok_or_else(|| mistake().with_span(&pair.value))?;
    Ok((name.to_string(), value))
}

impl MetadataValue {
    fn of(value: &Expr) -> Option<Self> {
        if let Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) = value {
            return match Self::of(expr)? {
                Self::Integer(number) => Some(Self::Integer(-number)),
                Self::Float(number) => Some(Self::Float(-number)),
                Self::Text(_) | Self::Bool(_) => None,
            };
        }
        match literal(value)? {
            Lit::Str(text) => Some(Self::Text(text.value())),
            Lit::Bool(switch) => Some(Self::Bool(switch.value)),
            Lit::Int(number) => number.base10_parse().ok().map(Self::Integer),
            Lit::Float(number) => {
                number.base10_parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Float)
            }
            _ => None,
        }
    }
}

/// The literal that an expression is, also where a `macro_rules!` macro put it in.
pub(crate) fn literal(value: &Expr) -> Option<&Lit> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}
