//! `#[tool]`: parsed, made into a model, checked, and printed.

mod parse;

mod model;

mod check;

mod spec;

mod inline;

mod call;

mod expand;

use darling::Error;
use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use call::handler;
pub(crate) use check::check;
pub(crate) use expand::items;
pub(crate) use model::{Owner, Tool};
pub(crate) use parse::{Function, ToolKeys};
pub(crate) use spec::spec;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        // The item is kept, so that what uses it isn't wrong too.
        Err(error) => {
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
    };
    let mut errors = Error::accumulator();
    let keys = ToolKeys::parse(attribute, &mut errors);
    let krate = keys.krate();
    let tool = Tool::of(&function, keys, Owner::Nobody, &mut errors);
    check(&function, &tool, &mut errors);
    match errors.finish() {
        Ok(()) => expand::tool(&function, &tool),
        Err(error) => expand::stub(&function, &krate, error),
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// What a user sees of the tool in the README with `cargo expand`, but for what other derives add.
    #[test]
    fn the_expansion_is_short_and_readable() {
        let attribute = quote!(category = "weather", timeout = "5s");
        let function = quote! {
            /// Gets a forecast.
            async fn get_weather(args: WeatherArgs) -> Result<Forecast, WeatherError> {
                forecast(args.city, args.days).await
            }
        };
        let expanded = super::expand(attribute, function);
        let expanded = prettyplease::unparse(&syn::parse2(expanded).unwrap());
        let expected = include_str!("expansion.txt");
        assert_eq!(expanded, expected, "if this is how it should be, put it into expansion.txt:\n{expanded}");
        let beside_the_function = expected.lines().count() - 4;
        assert!(beside_the_function <= 42, "{beside_the_function} lines");
    }
}
