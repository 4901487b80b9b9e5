//! How often and how long an overloaded server is waited for.

use std::time::Duration;

use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use async_openai::middleware::retry::SimpleRetryPolicy;
use reqwest::Response;
use reqwest::header::RETRY_AFTER;
use tower::retry::Policy;

/// The longest time that a server may ask to be left alone and is still waited for.
const LONGEST: Duration = Duration::from_secs(60);

/// Asks again, with growing pauses or after the time that the server says (`Retry-After`); who wants to be left alone
/// for longer than a minute isn't waited for.
#[derive(Clone)]
pub(super) struct Patience(SimpleRetryPolicy);

impl Patience {
    pub(super) fn new(max_retries: usize) -> Self {
        Self(SimpleRetryPolicy::new(max_retries))
    }
}

impl Policy<HttpRequestFactory, Response, OpenAIError> for Patience {
    type Future = <SimpleRetryPolicy as Policy<HttpRequestFactory, Response, OpenAIError>>::Future;

    fn retry(
        &mut self,
        request: &mut HttpRequestFactory,
        result: &mut Result<Response, OpenAIError>,
    ) -> Option<Self::Future> {
        if wanted(result).is_some_and(|pause| pause > LONGEST) {
            return None;
        }
        self.0.retry(request, result)
    }

    fn clone_request(&mut self, request: &HttpRequestFactory) -> Option<HttpRequestFactory> {
        self.0.clone_request(request)
    }
}

/// How long the server wants to be left alone.
fn wanted(result: &Result<Response, OpenAIError>) -> Option<Duration> {
    let header = result.as_ref().ok()?.headers().get(RETRY_AFTER)?;
    header.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}
